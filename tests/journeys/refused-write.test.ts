import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  LATER,
  pill,
  pillText,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** Two reps meet the same person and create the same client offline: the server refuses the second. */

let server: DemoServer
let boss: Clerk
let first: Device
let second: Device
let page: Page
const name = uniqueWord('Double')
const innocent = uniqueWord('Autre')
const phone = '0639981234'

const newClient = async (on: Page, nom: string, portable: string): Promise<void> => {
  await on.goto(`${server.web()}/manager/client/create`)
  await field(on, 'Nom').fill(nom)
  await field(on, 'Téléphone portable').fill(portable)
  await save(on)
  await see(on, 'Création Client réussie')
}
const onServer = async (nom: string) => (await boss.all('/clients')).filter((row) => row.NOM === nom)
const toCorrect = () => page.getByRole('region', { name: 'À corriger' })

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  ;[first, second] = await Promise.all([launchChromium(), launchChromium()])
  page = second.page
  await Promise.all([
    signInAndReceive(first.page, server.web(), 'commercial@example.com'),
    signInAndReceive(page, server.web(), 'commercial2@example.com'),
  ])
}, SETUP)

afterAll(async () => {
  try {
    await first?.close()
    await second?.close()
  } finally {
    await server?.dispose()
  }
})

it('[ERR-06] offline both save without any message about the network', async () => {
  await Promise.all([goOffline(first), goOffline(second)])
  for (const on of [first.page, page]) {
    await newClient(on, name, phone)
    expect(await on.getByRole('dialog').count()).toBe(0)
    expect(await on.getByText(/Pas de connexion|Erreur/).count()).toBe(0)
  }
  await newClient(page, innocent, '0639984321')
})

it('[SYN-06] [RES-10] the second one is refused with its message; other entries are sent, no dialog opens', async () => {
  await goOnline(first)
  await waitUntilUpToDate(first.page)
  await goOnline(second)
  await eventually(() => pillText(page), LATER).toBe('Action requise')
  await eventually(async () => (await onServer(innocent)).length).toBe(1)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await onServer(name)).toHaveLength(1)

  await pill(page).click()
  await toCorrect().getByText('Un client semblable existe déjà.').waitFor()
  await toCorrect().getByRole('list', { name: 'Clients qui existent déjà' }).getByText(name).waitFor()
  await page.getByText('Tout ce que vous avez saisi est arrivé au bureau.').waitFor()
})

it('[SYN-06] [SYN-05] it survives a reload, and its record shows it', async () => {
  await page.reload()
  await toCorrect().getByText('Un client semblable existe déjà.').waitFor()
  await toCorrect().getByRole('link', { name }).first().click()
  await seeTitle(page, name)
  await page.getByText('refusé', { exact: true }).waitFor()
  await pill(page).click()
})

it('[SYN-06] it is corrected and sent', async () => {
  const corrected = uniqueWord('Corrigé')
  await toCorrect().getByRole('button', { name: 'Corriger' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Nom', { exact: false }).first().fill(corrected)
  await sheet.getByRole('button', { name: 'Enregistrer et renvoyer' }).click()
  await see(page, 'La saisie est repartie.')
  await waitUntilUpToDate(page)
  await eventually(() => toCorrect().count()).toBe(0)
  expect(await onServer(corrected)).toHaveLength(1)
  expect(await onServer(name)).toHaveLength(1)
  // Both devices hold the same record.
  await first.page.goto(`${server.web()}/manager/client?tous=1`)
  await first.page.getByLabel('Rechercher un client').fill(corrected)
  await first.page.getByRole('link', { name: corrected, exact: true }).waitFor()
})
