import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { client as clientEntity } from '../../schemas/entities/client.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { signInAsAdmin } from './support/admins.ts'
import { findNothingOn } from './support/axe.ts'
import { type DemoServer, openDemoServer, type Row, SETUP } from './support/demo-server.ts'
import {
  askToLogOut,
  eventually,
  goOffline,
  goOnline,
  see,
  seeNotice,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** A client asks to be erased: the director passes it on, an administrator finds it, a rep sees nothing of it. */

let server: DemoServer
let phone: Device
let desktop: Device
let page: Page
let client: Row
let name = ''

const clientPage = (): string => `${server.web()}/manager/client/${client.IDCLIENT}`
const requests = (on: Page) => on.getByRole('list', { name: 'Demandes en attente' }).getByRole('listitem')
const openMenu = async (): Promise<void> => {
  await seeTitle(page, name)
  await page.getByRole('button', { name: 'Autres actions' }).click()
}
const askItem = () => page.getByRole('menuitem', { name: /^Demander l’effacement/ })

beforeAll(async () => {
  server = await openDemoServer()
  const rep = await server.clerk('commercial@example.com')
  // One that the rep may change, so that their page has a menu as well.
  client = (await rep.all('/clients')).find((one) => one.IDPERSONNEL === rep.id) ?? {}
  name = clientEntity.label(client as never)
  ;[phone, desktop] = await Promise.all([launchChromium({ mobile: true }), launchChromium()])
  page = phone.page
  for (const one of [page, desktop.page]) await one.emulateMedia({ reducedMotion: 'reduce' })
  await signInAndReceive(page, server.web(), 'directeur@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await Promise.all([phone?.close(), desktop?.close()])
  } finally {
    await server?.dispose()
  }
})

it('a director asks from the client’s page, with the network and once that is confirmed', async () => {
  await page.goto(clientPage())
  await goOffline(phone)
  await openMenu()
  await see(page, 'Il faut du réseau pour le demander.')
  await askItem().click()
  const refusal = page.getByRole('dialog').filter({ hasText: 'cette action a besoin du réseau' })
  await refusal.getByRole('button', { name: 'OK' }).click()
  await refusal.waitFor({ state: 'detached' })
  await goOnline(phone)
  await waitUntilUpToDate(page)
  await openMenu()
  await askItem().click()
  const dialog = page.getByRole('dialog', { name: /^Demander l’effacement de / })
  await dialog.getByText(/reste sous clé/).waitFor()
  await findNothingOn(page, { size: 'phone', name: 'erasure to confirm' })
  await dialog.getByRole('button', { name: 'Oui' }).click()
  await seeNotice(page, 'Effacement demandé aux administrateurs')
})

it('finds it under « Données personnelles », with the day by which the answer is due', async () => {
  await page.getByRole('button', { name: 'Plus' }).click()
  await page.getByRole('link', { name: 'Données personnelles' }).click()
  await seeTitle(page, 'Données personnelles')
  const request = requests(page).first()
  await request.waitFor()
  await eventually(() => requests(page).count()).toBe(1)
  const words = (await request.textContent()) ?? ''
  expect(words).toContain(String(client.NOM))
  expect(words).toContain('à sa demande')
  const [, day = ''] = /Réponse due le (\d\d\/\d\d\/\d{4})/.exec(words) ?? []
  const due = day.split('/').reverse().join('-')
  // A month, which has 28 days at least.
  expect(due >= addDays(today('Europe/Paris'), 27) && due <= addDays(today('Europe/Paris'), 31)).toBe(true)
  await see(page, 'Aucun client à effacer.')
  await findNothingOn(page, { size: 'phone', name: 'personal data' })
})

it('an administrator finds it too', async () => {
  await signInAsAdmin(desktop.page, server)
  const company = await page.evaluate(() => JSON.parse(localStorage.getItem('lolapp.entreprise') ?? '{}').id)
  await desktop.page.goto(`${server.web('admin')}/admin/privacy?onglet=requests&entreprise=${company}`)
  const row = desktop.page
    .getByRole('table', { name: 'Demandes' })
    .getByRole('row')
    .filter({ hasText: String(client.NOM) })
  await row.getByText('à sa demande').waitFor()
})

it('a rep has neither the page nor the action', async () => {
  await askToLogOut(page)
  await seeTitle(page, 'Connexion')
  await signInAndReceive(page, server.web(), 'commercial@example.com')
  await page.goto(clientPage())
  await openMenu()
  await page.getByRole('menuitem', { name: 'Modifier' }).waitFor()
  expect(await askItem().count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Plus' }).click()
  await page.getByRole('link', { name: 'Équipe' }).waitFor()
  expect(await page.getByRole('link', { name: 'Données personnelles' }).count()).toBe(0)
  await page.goto(`${server.web()}/manager/donnees-personnelles`)
  await seeTitle(page, 'Page introuvable')
})
