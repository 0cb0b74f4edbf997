import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, addMinutes, today } from '../../schemas/dates.ts'
import { normalise } from '../../schemas/search.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { promisedTime } from '../support/slowness.ts'
import {
  type Appointment,
  appointmentsOf,
  colourOf,
  dragByHours,
  eventOf,
  freeMorning,
  openAgenda,
  shownDays,
  shownEvents,
  staffWeek,
  stretchByHours,
} from './support/agenda.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  LATER,
  pill,
  pillText,
  plain,
  save,
  see,
  seeTitle,
  signInAndReceive,
  typeDate,
  typeTime,
} from './support/people.ts'

/** A rep's day offline, from the morning's login to the evening's synchronisation. One story, told in order. */

const DAY = today('Europe/Paris')
const NEXT_WEEK = addDays(DAY, 7)
/** Address, client, project, appointment (moves fold into it), debrief, report. */
const WRITES = 6
/** I12: the outbox is empty within this time after the network heals, on an ordinary machine. */
const HEALED = 10_000

const name = uniqueWord('Zébulon')
const street = uniqueWord('Rue')
const project = uniqueWord('Projet')
const remark = uniqueWord('Remarque')
const report = uniqueWord('Rapport')

let server: DemoServer
/** The rep's connection to the server, on which an answer gets lost. */
let line: FaultProxy
let web: string
let profileDir: string
let rep: Device
let page: Page
let director: Device
let boss: Clerk
let me: string
let rdvs: Row[]
let natures: Map<string, string>
let accented: Row
let free: string
let clientUrl: string
let debriefed: string

const mine = (day: string): Appointment[] => {
  const { from, to } = staffWeek(day)
  return appointmentsOf(rdvs, me, from, to)
}

beforeAll(async () => {
  profileDir = await mkdtemp(join(tmpdir(), 'lolapp-rep-'))
  server = await openDemoServer()
  line = await startFaultProxy(server.port)
  web = line.urlFor('demo')
  ;[rep, director] = await Promise.all([launchChromium({ profileDir }), launchChromium()])
  page = rep.page
  const self = await server.clerk('commercial@example.com')
  boss = await server.clerk('directeur@example.com')
  me = self.id
  rdvs = await self.all('/rdvs')
  const lists = (await self.all('/natures-rdv')) as { IDNATURE_RDV: string; CODECOULEUR: string }[]
  natures = new Map(lists.map((nature) => [nature.IDNATURE_RDV, nature.CODECOULEUR]))
  const clients = await self.all('/clients')
  const found = clients.find((client) => client.IDPERSONNEL === me && /[éèêëïîôçàâ]/i.test(String(client.NOM)))
  if (!found) throw new Error('No demo client of the rep has an accent')
  accented = found
  free = freeMorning(NEXT_WEEK, mine(NEXT_WEEK))
}, SETUP)

afterAll(async () => {
  try {
    await rep?.close()
    await director?.close()
  } finally {
    await line?.close()
    await server?.dispose()
    await rm(profileDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

it('logs in once and receives everything', async () => {
  await signInAndReceive(page, web, 'commercial@example.com')
  await signInAndReceive(director.page, server.web(), 'directeur@example.com')
  await director.page.goto(`${server.web()}/manager/client?tous=1`)
  await director.page.getByLabel('Rechercher un client').fill(name)
  await see(director.page, 'Aucun client ne correspond')
  await director.page.evaluate(() => Object.assign(window, { neverReloaded: true }))
})

it('[AUT-09] [SYN-01] opens without network and server, after a reload and by a deep link', async () => {
  await rep.setOffline(true)
  await server.kill()
  await page.reload()
  await seeTitle(page, 'Accueil')
  await page.goto(`${web}/manager/client/${accented.IDCLIENT}`)
  await seeTitle(page, new RegExp(String(accented.NOM)))
  await eventually(() => pillText(page)).toBe('Hors ligne')
})

it('[CAL-02] [CAL-04] [CAL-07] shows the week without its Sunday, in the colours of the natures', async () => {
  await openAgenda(page, web, DAY)
  const { from } = staffWeek(DAY)
  await eventually(() => shownDays(page)).toEqual([0, 1, 2, 3, 4, 5].map((i) => addDays(from, i)))
  const week = mine(DAY)
  expect(week.length).toBeGreaterThan(0)
  await eventually(async () => (await shownEvents(page)).sort()).toEqual(week.map((rdv) => rdv.IDRDV).sort())
  for (const rdv of week.slice(0, 6)) {
    await eventually(() => colourOf(eventOf(page, rdv.IDRDV))).toBe(
      (natures.get(rdv.IDNATURE_RDV ?? '') ?? '#000000').toLowerCase(),
    )
  }
  // Any other week of the device, by the arrows.
  await page.getByRole('button', { name: 'Période précédente' }).click()
  const before = mine(addDays(DAY, -7)).map((rdv) => rdv.IDRDV)
  await eventually(async () => (await shownEvents(page)).sort()).toEqual(before.sort())
})

it('[MGR-08] finds a client without the accents', async () => {
  await page.getByRole('link', { name: 'Mes clients' }).first().click()
  await seeTitle(page, 'Mes clients')
  await page.getByLabel('Rechercher un client').fill(normalise(String(accented.NOM)))
  await page.locator(`a[href="/manager/client/${accented.IDCLIENT}"]`).waitFor()
})

it('makes a client with its address and a project, then an appointment of that project', async () => {
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await field(page, 'Nom').fill(name)
  await field(page, 'Téléphone portable').fill('0639987766')
  await field(page, 'Adresse').fill(`12 ${street}`)
  await field(page, 'Code postal').fill('44000')
  await field(page, 'Ville').fill('Nantes')
  await page.getByRole('switch', { name: 'Et un projet' }).check()
  await field(page, 'Description').fill(project)
  await save(page)
  await see(page, 'Création Client réussie')
  await seeTitle(page, name)
  clientUrl = page.url()
  await page.getByRole('button', { name: 'Rendez-vous', exact: true }).click()
  await seeTitle(page, 'Nouveau rendez-vous')
  await page.getByLabel('Effacer : Nature').click()
  await typeDate(page, 'Début, date', free.slice(0, 10))
  await typeTime(page, 'Début, heure', free.slice(11))
  await save(page)
  await see(page, 'Création Rendez-vous réussie')
})

it('[CAL-04] [CAL-05] draws an appointment without a nature in black, moves it by two hours with the mouse, and moves its end by one', async () => {
  await openAgenda(page, web, NEXT_WEEK)
  const block = page.locator(`[data-event-id][aria-label*="${name}"]`).first()
  await block.waitFor()
  await eventually(() => block.getAttribute('aria-label')).toContain('Nature inconnue')
  await eventually(() => colourOf(block)).toBe('#000000')
  // The bar shows it once the local database is read, and moves the content below it.
  await eventually(() => pillText(page)).toMatch(/^Hors ligne · \d+ à envoyer$/)
  await dragByHours(page, block, 2)
  const start = addMinutes(free, 120)
  // The calendar shows a change at once, and marks it as pending once the device has saved it.
  const kept = (end: string) => new RegExp(`de ${start.slice(11)} à ${end.slice(11)}.*En attente d'envoi`)
  await eventually(() => block.getAttribute('aria-label')).toMatch(kept(addMinutes(start, 60)))
  await stretchByHours(page, block, 1)
  await eventually(() => block.getAttribute('aria-label')).toMatch(kept(addMinutes(start, 120)))
})

it('[CAL-09] debriefs a past appointment « Vendu » with a motive, from « RAF à saisir »', async () => {
  await page.goto(`${web}/manager/raf`)
  await page.locator('a[href$="/debrief"]').first().click()
  await page.waitForURL(/\/debrief$/)
  const sheet = page.getByRole('dialog', { name: 'Débrief' })
  debriefed = /rdv\/([^/]+)\/debrief/.exec(page.url())?.[1] ?? ''
  await sheet.getByText('Vendu', { exact: true }).click()
  const motives = sheet.getByRole('group', { name: 'Motif' })
  await motives.locator('label').first().click()
  await sheet.getByLabel('Note').fill(remark)
  await sheet.getByRole('button', { name: 'Enregistrer le débrief' }).click()
  await see(page, 'Débrief enregistré')
  const rdv = rdvs.find((row) => row.IDRDV === debriefed)
  await openAgenda(page, web, String(rdv?.RDV_DEBUT).slice(0, 10))
  await eventually(async () => plain(await eventOf(page, debriefed).getAttribute('aria-label'))).toContain(
    'débrief : Vendu',
  )
})

it('[MGR-14] writes a report', async () => {
  await page.goto(`${web}/manager/rdv/${debriefed}`)
  await page.getByRole('link', { name: 'Compte rendu' }).click()
  await page.getByRole('link', { name: /^Note/ }).click()
  await field(page, 'Texte').fill(report)
  await save(page)
  await see(page, 'Création Compte rendu réussie')
})

const seeItAllWaiting = async (where: Page): Promise<void> => {
  await eventually(() => pillText(where)).toBe(`Hors ligne · ${WRITES} à envoyer`)
  await where.goto(clientUrl)
  await seeTitle(where, name)
  await see(where, 'en attente')
  await where.getByRole('tab', { name: /Rendez-vous/ }).click()
  await where.getByRole('list', { name: /venir/ }).getByText('en attente').waitFor()
  await where.goto(`${web}/manager/rdv/${debriefed}`)
  await see(where, remark)
  await see(where, 'en attente')
  await where.goto(`${web}/manager/rapport`)
  await where.getByRole('listitem').filter({ hasText: report }).getByText('en attente').waitFor()
}

it('[SYN-05] a reload keeps all of it, each record « en attente »', async () => {
  await page.reload()
  await seeItAllWaiting(page)
})

it('[AUT-09] [SYN-05] closing and reopening the browser keeps all of it too', async () => {
  await rep.close()
  rep = await launchChromium({ profileDir, offline: true })
  page = rep.page
  await page.goto(`${web}/manager`)
  await seeTitle(page, 'Accueil')
  await seeItAllWaiting(page)
})

it('[SYN-03] the server is back: the outbox empties by itself, an answer is lost, and each record is on the server exactly once', async () => {
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await server.start()
  const lost = line.add({ kind: 'drop-response', method: 'POST', path: '/api/clients' })
  await rep.setOffline(false)
  const late = promisedTime(HEALED)
  await eventually(async () => (await pillText(page)) === 'À jour' || late(), LATER).toBe(true)
  expect(await pillText(page)).toBe('À jour')
  expect(lost.fired).toBe(1)
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  const count = async (path: string, field: string, word: string): Promise<number> =>
    (await boss.all(path)).filter((row) => JSON.stringify(row[field] ?? null).includes(word)).length
  expect(await count('/clients', 'NOM', name)).toBe(1)
  expect(await count('/adresse', 'ADRESSE', street)).toBe(1)
  expect(await count('/projets', 'DESCRIPTION', project)).toBe(1)
  expect(await count('/rdvs', 'RDV_OBJET', name)).toBe(1)
  expect(await count('/rdvs', 'DEBRIEF_COMMENTAIRE', remark)).toBe(1)
  expect(await count('/report/submission', 'REPONSES', report)).toBe(1)
  const all = await boss.all('/rdvs')
  const made = all.find((row) => String(row.RDV_OBJET).includes(name))
  expect([made?.RDV_DEBUT, made?.RDV_FIN]).toEqual([addMinutes(free, 120), addMinutes(free, 240)])
  expect(all.find((row) => row.IDRDV === debriefed)?.DEBRIEF_CATEGORIE).toBe(4)
})

it('[SYN-02] the director, whose browser was open all along, sees it without a reload', async () => {
  const { page: desk } = director
  await desk.getByRole('link', { name, exact: true }).waitFor({ timeout: LATER })
  await desk.getByRole('link', { name, exact: true }).click()
  await seeTitle(desk, name)
  await desk.getByRole('tab', { name: /Rendez-vous/ }).click()
  await desk.getByRole('list', { name: /venir/ }).getByRole('link', { name, exact: true }).waitFor()
  await eventually(() => desk.getByText('en attente').count()).toBe(0)
  expect(await desk.evaluate(() => 'neverReloaded' in window)).toBe(true)
  await eventually(() => pill(desk).textContent()).toBe('À jour')
})
