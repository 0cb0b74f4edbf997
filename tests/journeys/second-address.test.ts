import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** A customer whose works are not at home, and who moves: a rep who only presses, from the first page on. One story, told in order. */

const name = uniqueWord('Bailleur')
const [home, flat, moved] = [uniqueWord('Lilas'), uniqueWord('Tilleul'), uniqueWord('Acacia')]
const [rented, ownHouse] = [uniqueWord('Location'), uniqueWord('Pavillon')]

let server: DemoServer
let rep: Clerk
let desk: Device
let page: Page

beforeAll(async () => {
  server = await openDemoServer()
  rep = await server.clerk('commercial@example.com')
  desk = await launchChromium()
  page = desk.page
  await signInAndReceive(page, server.web(), 'commercial@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await desk?.close()
  } finally {
    await server?.dispose()
  }
})

const site = () => field(page, 'Adresse du chantier')
const link = (words: string | RegExp) => page.getByRole('link', { name: words }).first()
const openClient = async (): Promise<void> => {
  await link(name).click()
  await seeTitle(page, name)
}
const openProjectForm = async (project: string): Promise<void> => {
  await link(new RegExp(project)).click()
  await seeTitle(page, project)
  await page.getByRole('link', { name: 'Modifier', exact: true }).click()
  await seeTitle(page, 'Modifier le projet')
}
/** What the server knows, by the streets. */
async function streets(): Promise<Record<string, unknown>> {
  await waitUntilUpToDate(page)
  const projets = await rep.all('/projets')
  const client = (await rep.all('/clients')).find(({ NOM }) => NOM === name) as Row
  const streetOf = async (id: unknown) => (await rep.one(`/adresse/${String(id)}`)).ADRESSE
  const siteOf = (project: string) =>
    streetOf(projets.find(({ DESCRIPTION }) => DESCRIPTION === project)?.ADRESSE_CHANTIER)
  return { home: await streetOf(client.IDADRESSE), rented: await siteOf(rented), ownHouse: await siteOf(ownHouse) }
}

it('makes a client with two projects at home', async () => {
  await link('Mes clients').click()
  await seeTitle(page, 'Mes clients')
  await link('Nouveau client').click()
  await field(page, 'Nom').fill(name)
  await field(page, 'Adresse').fill(`12 rue ${home}`)
  await field(page, 'Code postal').fill('44000')
  await field(page, 'Ville').fill('Nantes')
  await page.getByRole('switch', { name: 'Et un projet' }).check()
  await field(page, 'Description').fill(rented)
  await save(page)
  await see(page, 'Création Client réussie')
  await seeTitle(page, name)
  await link('Nouveau projet').click()
  await seeTitle(page, 'Nouveau projet')
  await field(page, 'Description').fill(ownHouse)
  await eventually(() => site().inputValue()).toContain(home)
  await save(page)
  await see(page, 'Création Projet réussie')
  const at = `12 rue ${home}`
  expect(await streets()).toEqual({ home: at, rented: at, ownHouse: at })
})

it('[MGR-20] gives one of them a site that nobody has written down yet, without a network', async () => {
  await goOffline(desk)
  await openProjectForm(rented)
  await page.getByRole('button', { name: 'Nouvelle adresse' }).click()
  const sheet = page.getByRole('dialog', { name: 'Nouvelle adresse' })
  const input = (label: string) => sheet.getByRole('textbox', { name: label, exact: true })
  await input('Adresse').fill(`8 rue ${flat}`)
  await input('Code postal').fill('42000')
  await eventually(() => input('Ville').inputValue()).toBe('Saint-Étienne')
  await sheet.getByRole('button', { name: 'Ajouter cette adresse' }).click()
  await eventually(() => site().inputValue()).toBe(`8 rue ${flat}, 42000 Saint-Étienne`)
  await save(page)
  await see(page, 'Modification Projet réussie')
  await link(new RegExp(flat)).waitFor()
  await goOnline(desk)
  const at = `12 rue ${home}`
  expect(await streets()).toEqual({ home: at, rented: `8 rue ${flat}`, ownHouse: at })
})

it('[MGR-06] the client moves: the sites stay where they are', async () => {
  await openClient()
  await page.getByRole('link', { name: 'Modifier', exact: true }).click()
  await seeTitle(page, 'Modifier le client')
  expect(await page.getByRole('radio').count()).toBe(0)
  await field(page, 'Adresse').fill(`3 rue ${moved}`)
  const moves = page.getByRole('radio', { name: 'Le client déménage' })
  await eventually(() => moves.isChecked()).toBe(true)
  await page
    .getByRole('radio', { name: /^Corriger l’adresse partout \(domicile et chantiers\s:\s1 projet\)$/ })
    .waitFor()
  await save(page)
  await see(page, 'Modification Client réussie')
  expect(await streets()).toEqual({ home: `3 rue ${moved}`, rented: `8 rue ${flat}`, ownHouse: `12 rue ${home}` })
})

it('[MGR-20] an address that exists is found by its street', async () => {
  await openProjectForm(rented)
  await site().fill(moved.toLowerCase())
  await page.getByRole('option', { name: new RegExp(moved) }).click()
  await save(page)
  await see(page, 'Modification Projet réussie')
  expect(await streets()).toMatchObject({ rented: `3 rue ${moved}` })
})

it('[MGR-20] on the page of an address, opened from a project, one answers for whom it changes', async () => {
  await link(new RegExp(moved)).click()
  await seeTitle(page, new RegExp(moved))
  await page.getByRole('link', { name: 'Modifier', exact: true }).click()
  await field(page, 'Adresse').fill(`5 rue ${flat}`)
  await eventually(() => page.getByRole('radio', { name: /^Pour ce projet/ }).isChecked()).toBe(true)
  await save(page)
  await see(page, 'Modification Adresse réussie')
  await seeTitle(page, rented)
  expect(await streets()).toMatchObject({ home: `3 rue ${moved}`, rented: `5 rue ${flat}` })
})
