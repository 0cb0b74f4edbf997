import type { Page } from 'playwright'
import { afterAll, beforeAll, it } from 'vitest'
import { normalise } from '../../schemas/search.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type DemoServer, openDemoServer, type Row, SETUP } from './support/demo-server.ts'
import { eventually, goOffline, seeTitle, signInAndReceive } from './support/people.ts'

/** Ctrl+K: search over the local records, offline and without accents, by keyboard; by a button on a phone. */

let server: DemoServer
let desk: Device
let phone: Device
let client: Row
let quote: Row

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Rechercher' })
const box = (page: Page) => dialog(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })

beforeAll(async () => {
  server = await openDemoServer()
  const rep = await server.clerk('commercial@example.com')
  const clients = await rep.all('/clients')
  const quotes = await rep.all('/devis')
  const owners = new Set(quotes.map((one) => one.IDCLIENT))
  const found = clients.find((one) => /[éèêëïîôçàâ]/i.test(String(one.NOM)) && owners.has(one.IDCLIENT))
  if (!found) throw new Error('No demo client with a quote has an accent')
  client = found
  quote = quotes.find((one) => one.IDCLIENT === client.IDCLIENT) ?? {}
  desk = await launchChromium()
  await signInAndReceive(desk.page, server.web(), 'commercial@example.com')
  phone = await launchChromium({ mobile: true })
  await signInAndReceive(phone.page, server.web(), 'commercial@example.com')
  await Promise.all([goOffline(desk), goOffline(phone)])
}, SETUP)

afterAll(async () => {
  try {
    await desk?.close()
    await phone?.close()
  } finally {
    await server?.dispose()
  }
})

it('finds a client, its project and its quotes without the accents, with no network, by keyboard alone', async () => {
  const { page } = desk
  await page.keyboard.press('Control+k')
  // What is typed before the dialog has the focus goes elsewhere.
  await eventually(() => box(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type(normalise(`${client.NOM} ${client.PRENOM ?? ''}`))
  await option(page, new RegExp(String(client.NOM)))
    .first()
    .waitFor()
  await dialog(page).getByRole('group', { name: 'Devis' }).getByRole('option').first().waitFor()
  await dialog(page).getByRole('group', { name: 'Projets' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/manager\/client\//)
  await seeTitle(page, new RegExp(String(client.NOM)))
  await dialog(page).waitFor({ state: 'detached' })
})

it('finds a quote by its number, and the arrows choose', async () => {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await box(page).fill(String(quote.NUMERO_DEVIS))
  await option(page, new RegExp(String(quote.NUMERO_DEVIS))).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await eventually(() => box(page).getAttribute('aria-activedescendant')).toBe(`devis-${quote.IDDEVIS}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.web()}/manager/devis/${quote.IDDEVIS}`)
})

it('finds the screens of my role, also from the button of a phone; tells when there is no result', async () => {
  const { page } = phone
  await page.getByRole('button', { name: 'Rechercher partout' }).tap()
  await box(page).fill('equipe affectation zzz')
  await dialog(page)
    .getByText(/^Rien ne correspond à/)
    .waitFor()
  await box(page).fill('a sais')
  await option(page, 'RAF à saisir').tap()
  await seeTitle(page, 'RAF à saisir')
  await page.getByRole('button', { name: 'Rechercher partout' }).tap()
  await box(page).fill('agenda')
  await option(page, 'Agenda').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})
