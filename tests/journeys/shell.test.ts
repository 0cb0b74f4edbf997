import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER, SERVER_MARK } from '../../schemas/protocol.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  askToLogOut,
  eventually,
  field,
  goOffline,
  goOnline,
  openAccountMenu,
  save,
  see,
  seeTitle,
  signIn,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** The frame of every screen: theme, favicon, drawer by role, account menu, 404, privacy. */

let server: DemoServer
let boss: Clerk
let device: Device
let page: Page

/** The product text's table of manager routes: drawer entries and who sees them; whoever plans opens the agenda and the map (docs/decisions.md, « Taken times »). */
const PLANNERS = ['commercial', 'metreur', 'commercial_director', 'assistant']
const DRAWER: readonly { path: string; title: string; roles: readonly string[] | 'any' }[] = [
  { path: '', title: 'Accueil', roles: 'any' },
  { path: 'affectation', title: 'Affectation', roles: ['commercial_director', 'assistant'] },
  { path: 'agenda', title: 'Agenda', roles: 'any' },
  { path: 'carte', title: 'Carte', roles: PLANNERS },
  { path: 'classement', title: 'Classement', roles: ['commercial_director', 'commercial'] },
  { path: 'demandes', title: 'Demandes', roles: ['commercial', 'commercial_director', 'assistant'] },
  { path: 'suivi-client', title: 'Suivi client', roles: ['commercial_director', 'assistant'] },
  { path: 'contact', title: 'Contacts', roles: ['commercial'] },
  { path: 'client', title: 'Mes clients', roles: ['commercial', 'metreur'] },
  { path: 'intervention-commercial', title: 'Suivi interventions', roles: ['commercial'] },
  { path: 'intervention-technicien', title: 'Mes interventions', roles: ['technician'] },
  { path: 'intervention-metreur', title: 'Liaison interventions', roles: ['metreur'] },
  { path: 'devis', title: 'Relances devis', roles: ['commercial', 'assistant'] },
  { path: 'encaissements', title: 'Restes à payer', roles: ['commercial', 'commercial_director', 'assistant'] },
  { path: 'comptes-rendus', title: 'Comptes rendus', roles: 'any' },
  { path: 'suivi', title: 'Suivi', roles: ['commercial_director'] },
  { path: 'absences', title: 'Absences', roles: 'any' },
  { path: 'equipe', title: 'Équipe', roles: 'any' },
  { path: 'donnees-personnelles', title: 'Données personnelles', roles: ['commercial_director'] },
  { path: 'parametres', title: 'Paramètres', roles: ['commercial_director'] },
]

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  device = await launchChromium()
  page = device.page
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[TEN-08] an unknown page is a 404 and not a redirect to the login; the privacy page is public and linked', async () => {
  await page.goto(`${server.web()}/manager/nulle-part/du-tout`)
  await seeTitle(page, 'Page introuvable')
  expect(new URL(page.url()).pathname).toBe('/manager/nulle-part/du-tout')
  await page.goto(`${server.web()}/manager/agenda`)
  await seeTitle(page, 'Connexion')
  await page.getByRole('link', { name: /Confidentialité/ }).click()
  await seeTitle(page, 'Confidentialité et mentions légales')
  expect(new URL(page.url()).pathname).toBe('/confidentialite')
})

it.each([
  { mail: 'directeur@example.com', roles: ['commercial_director', 'commercial'] },
  { mail: 'commercial@example.com', roles: ['commercial'] },
  { mail: 'metreur@example.com', roles: ['metreur'] },
  { mail: 'technicien@example.com', roles: ['technician'] },
  { mail: 'assistante@example.com', roles: ['assistant'] },
])(
  '[TEN-06] the drawer of $mail lists the screens that the role may open, and no other opens',
  async ({ mail, roles }) => {
    await signIn(page, server.web(), mail)
    await seeTitle(page, 'Accueil')
    const mine = (entry: (typeof DRAWER)[number]) =>
      entry.roles === 'any' || entry.roles.some((one) => roles.includes(one))
    const entries = page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link')
    await eventually(async () => (await entries.allTextContents()).sort()).toEqual(
      DRAWER.filter(mine)
        .map((entry) => entry.title)
        .sort(),
    )
    for (const { path } of DRAWER.filter((entry) => !mine(entry))) {
      await page.goto(`${server.web()}/manager/${path}`)
      await seeTitle(page, 'Page introuvable')
    }
    await page.goto(`${server.web()}/manager`)
    await askToLogOut(page)
    await seeTitle(page, 'Connexion')
  },
)

it('[TEN-07] the account menu: avatars, name, roles in their colours, agency, help, dark switch, build date', async () => {
  await page.route('**/api/lolapp/start', async (route) => {
    const { body } = await ask({ port: server.port, host: 'demo', method: 'GET', path: '/lolapp/start' })
    const { data } = body as { data: Row }
    await route.fulfill({
      headers: { [HEADER.server]: SERVER_MARK },
      json: { data: { ...data, AIDE_URL: 'https://aide.example.com/' } },
    })
  })
  await signInAndReceive(page, server.web(), 'directeur@example.com')
  const me = await boss.one(`/personnels/${boss.id}`)
  const roles = (await boss.one('/datacache')).ROLE as { name: string; common_name: string; color: string }[]
  const button = page.getByRole('button', { name: 'Mon compte' })
  await eventually(async () => (await button.locator('span, img').first().boundingBox())?.width).toBe(40)
  await openAccountMenu(page)
  const menu = page.getByRole('dialog', { name: 'Mon compte' })
  // The menu grows while it opens.
  await eventually(async () => (await menu.locator('span[aria-hidden], img').first().boundingBox())?.width).toBe(35)
  await menu.getByText(String(me.NOM_COMPLET)).waitFor()
  for (const name of me.ROLES as string[])
    await menu.getByText(roles.find((role) => role.name === name)?.common_name ?? name, { exact: true }).waitFor()
  await menu.getByText('Agence', { exact: true }).waitFor()
  await menu.getByRole('switch', { name: 'Thème sombre' }).waitFor({ state: 'attached' })
  await menu.getByText(/^Version du \d\d\/\d\d\/\d{4}$/).waitFor()
  const help = menu.getByRole('link', { name: 'Aide' })
  await eventually(() => help.getAttribute('href')).toBe('https://aide.example.com/')
  await page.unroute('**/api/lolapp/start')
  await page.keyboard.press('Escape')
})

it('[TEN-05] the favicon has a dot while writes are pending, and none once they are sent', async () => {
  const icon = () => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '')
  const id = randomUUID()
  await boss.write('POST', '/clients', { IDCLIENT: id, NOM: uniqueWord('Icône') })
  await eventually(icon).toBe(`${server.web()}/icon.svg`)
  await page.goto(`${server.web()}/manager/client/${id}/edit`)
  await field(page, 'Prénom').waitFor()
  await goOffline(device)
  await field(page, 'Prénom').fill('Odile')
  await save(page)
  await see(page, 'Modification Client réussie')
  await eventually(icon).toMatch(/^data:image\/png/)
  await goOnline(device)
  await waitUntilUpToDate(page)
  await eventually(icon).toBe(`${server.web()}/icon.svg`)
})
