import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, PASSWORD, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  atRest,
  eventually,
  field,
  goOffline,
  goOnline,
  pill,
  pillText,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilOfflineReady,
  waitUntilUpToDate,
} from './support/people.ts'

/** The messages about refusals, and the errors that people do not see. */

let server: DemoServer
let boss: Clerk
let device: Device
let page: Page
const client = randomUUID()

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  await boss.write('POST', '/clients', { IDCLIENT: client, NOM: uniqueWord('Avant') })
  device = await launchChromium()
  page = device.page
  await signInAndReceive(page, server.web(), 'commercial@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[ERR-01] a session that the server ended only pauses the synchronisation: no dialog, and pending entries stay', async () => {
  const name = uniqueWord('Expiré')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('lolapp.auth') ?? 'null').token as string)
  const revoked = await ask({ port: server.port, host: 'demo', method: 'POST', path: '/logout', token })
  expect(revoked.status).toBe(204)
  await page.goto(`${server.web()}/manager/client/${client}/edit`)
  await field(page, 'Nom').fill(name)
  await save(page)
  await seeTitle(page, name)
  await eventually(() => pillText(page)).toBe('Action requise')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await pill(page).click()
  await see(page, 'Votre session a expiré. Vos saisies restent ici : reconnectez-vous pour les envoyer.')
  await page.getByRole('list', { name: 'À envoyer' }).getByText(name).waitFor()
  // Work goes on: another page, another edit.
  await page.goto(`${server.web()}/manager/client/${client}`)
  await seeTitle(page, name)

  await page.goto(`${server.web()}/manager/synchronisation`)
  await page.getByRole('button', { name: 'Se reconnecter' }).click()
  await page.getByLabel('Adresse email').fill('commercial@example.com')
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await seeTitle(page, 'Synchronisation')
  await waitUntilUpToDate(page)
  expect((await boss.one(`/clients/${client}`)).NOM).toBe(name)
})

it('[ERR-06] an action that needs the network says so; the loading bar ends with it', async () => {
  const phone = await launchChromium({ mobile: true })
  try {
    await phone.page.goto(`${server.web()}/login/manager`)
    await seeTitle(phone.page, 'Connexion')
    // With all of the app: what the login asks for later does not come any more.
    await waitUntilOfflineReady(phone.page)
    await goOffline(phone)
    await phone.page.getByLabel('Adresse email').fill('commercial@example.com')
    await phone.page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await phone.page.getByRole('button', { name: 'Se connecter' }).click()
    await phone.page.getByRole('alert').filter({ hasText: 'Pas de connexion.' }).waitFor()
    await eventually(() => phone.page.getByRole('progressbar').count()).toBe(0)
    await goOnline(phone)
    await phone.page.getByRole('button', { name: 'Se connecter' }).click()
    await seeTitle(phone.page, 'Accueil')
  } finally {
    await phone.close()
  }
})

it('[TEN-06] the loading bar runs at the top during a call to the server, then disappears', async () => {
  const desk = await launchChromium()
  try {
    // Made before the call: the bar may be seen before the call reaches this route.
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await desk.page.route('**/api/lolapp/login', async (route) => {
      await answered
      await route.continue()
    })
    await desk.page.goto(`${server.web()}/login/manager`)
    await desk.page.getByLabel('Adresse email').fill('commercial@example.com')
    await desk.page.getByLabel('Mot de passe', { exact: true }).fill('pas celui-là')
    await desk.page.getByRole('button', { name: 'Se connecter' }).click()
    await desk.page.getByRole('progressbar', { name: 'Chargement' }).waitFor()
    answer()
    await desk.page.getByRole('alert').filter({ hasText: 'Adresse email ou mot de passe incorrect.' }).waitFor()
    await desk.page.getByRole('progressbar', { name: 'Chargement' }).waitFor({ state: 'detached' })
  } finally {
    await desk.close()
  }
})

it('[ERR-03] a refusal on the device is a blocking dialog « Erreur » with its reason', async () => {
  const director = await launchChromium()
  try {
    const { page: desk } = director
    await signInAndReceive(desk, server.web(), 'directeur@example.com')
    const [projet] = await boss.all('/projets')
    await desk.goto(`${server.web()}/manager/client/${projet?.IDCLIENT}`)
    await desk.getByRole('button', { name: 'Supprimer' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Erreur' })
    await dialog.getByText(/il ne peut pas être supprimé/).waitFor()
    await desk.mouse.click(5, 5)
    // It would close within this time.
    expect(await atRest(() => dialog.count())).toBe(1)
    await dialog.getByRole('button', { name: 'OK' }).click()
    await dialog.waitFor({ state: 'detached' })
  } finally {
    await director.close()
  }
})
