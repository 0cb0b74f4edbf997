import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  atRest,
  bring,
  eventually,
  LATER,
  pillText,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** A director's Monday offline: ten projects assigned, the week's figures, and what the rep sees once the network is back. */

const TEN = 10
const word = uniqueWord('Ézéchiel')
const leadName = (n: number): string => `${word} Lead${n}`

let server: DemoServer
/** The director's connection to the server, on which an answer gets lost. */
let line: FaultProxy
let director: Device
let rep: Device
let page: Page
let boss: Clerk
let repId: string
let repName: string
let agence: Row
const projects: string[] = []
/** Their versions before they were assigned. */
let versions: number[]
/** Best of the year by signatures, as the server ranks them. */
let best: Row

const open = (path: string): Promise<unknown> => page.goto(`${line.urlFor('demo')}/manager/${path}`)

/** Leads as the assistant creates them at a call: without a responsible person. */
async function makeLeads(desk: Clerk): Promise<void> {
  const at = { IDAGENCE: agence.id }
  for (let n = 1; n <= TEN; n++) {
    const [IDCLIENT, IDPROJET] = [randomUUID(), randomUUID()]
    await desk.write('POST', '/clients?skip_duplicate_check=true', {
      IDCLIENT,
      NOM: word,
      PRENOM: `Lead${n}`,
      VILLE: 'Nantes',
      ...at,
    })
    await desk.write('POST', '/projets', { IDPROJET, IDCLIENT, DESCRIPTION: `Portes ${n}`, ...at })
    projects.push(IDPROJET)
  }
}

/** Number of projects in this row and step of the pipeline. */
const figure = (row: string, list: string): Locator =>
  page
    .getByRole('region', { name: 'Suivi par commercial et agence' })
    .getByRole('button', { name: new RegExp(`^\\d+ projets?, ${list}, ${row}$`) })

const countOf = async (row: string, list: string): Promise<number> =>
  Number((await figure(row, list).first().textContent())?.replace(/\D/g, '') ?? '0')

/** The ten projects as the server has them. */
const onServer = (): Promise<Row[]> => Promise.all(projects.map((id) => boss.one(`/projets/${id}`)))

/** Leads of this story on screen. */
const shownLeads = (where: Page): Promise<number> => where.getByRole('link', { name: new RegExp(`^${word}`) }).count()

beforeAll(async () => {
  server = await openDemoServer()
  line = await startFaultProxy(server.port)
  boss = await server.clerk('directeur@example.com')
  const self = await server.clerk('commercial@example.com')
  repId = self.id
  const person = await boss.one(`/personnels/${repId}`)
  repName = String(person.NOM_COMPLET)
  const agences = (await boss.call('GET', '/datacache')).body as { data: { AGENCES: Row[] } }
  const known = agences.data.AGENCES.find((one) => one.IDAGENCES === person.IDAGENCE)
  agence = { id: person.IDAGENCE, name: known?.NOM_AGENCE }
  await makeLeads(await server.clerk('assistante@example.com'))
  versions = (await onServer()).map((row) => Number(row.VERSION))
  const year = new Date().getFullYear()
  const ranking = (await boss.call('GET', `/ranking?DATE_DEBUT=${year}-01-01&DATE_FIN=${year}-12-31`)).body as {
    data: Row[]
  }
  const first = ranking.data.find((row) => (row.signed as { count: number }).count > 0)
  if (!first) throw new Error('Nobody of the demo has signed anything this year')
  best = first
  ;[director, rep] = await Promise.all([launchChromium(), launchChromium()])
  page = director.page
  await signInAndReceive(page, line.urlFor('demo'), 'directeur@example.com')
  await signInAndReceive(rep.page, server.web(), 'commercial@example.com')
  await rep.page.goto(`${server.web()}/manager/contact`)
  await seeTitle(rep.page, 'Contacts')
  await rep.page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await director.setOffline(true)
  await server.kill()
}, SETUP)

afterAll(async () => {
  try {
    await director?.close()
    await rep?.close()
  } finally {
    await line?.close()
    await server?.dispose()
  }
})

it('[MGR-02] assigns ten projects: nine together, then the one that was left out', async () => {
  await open('')
  await page.locator('[data-list="to_assignment"]').click()
  await seeTitle(page, 'Affectation')
  await page.getByLabel('Rechercher un projet à affecter').fill(word)
  const list = page.getByRole('list', { name: 'Projets à affecter' })
  await eventually(() => list.getByRole('listitem').count()).toBe(TEN)
  // The search is in the address: a reload finds the same ten.
  await eventually(() => new URL(page.url()).searchParams.get('q')).toBe(word)
  await page.reload()
  await eventually(() => list.getByRole('listitem').count()).toBe(TEN)

  await page.getByLabel('Tout sélectionner').check()
  await list.getByRole('checkbox').first().uncheck()
  await see(page, /^9 projets sélectionnés/)
  await page.getByRole('button', { name: 'Affecter', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Affecter 9 projets' })
  await sheet.getByRole('button', { name: new RegExp(repName) }).click()
  await see(page, `9 projets affectés à ${repName}.`)
  await eventually(() => list.getByRole('listitem').count()).toBe(1)
  await list.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Affecter', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Affecter ce projet' })
    .getByRole('button', { name: new RegExp(repName) })
    .click()
  await see(page, 'Aucun projet à affecter ne correspond')
  // With each project its client, whom nobody had.
  await eventually(() => pillText(page)).toBe(`Hors ligne · ${2 * TEN} à envoyer`)
})

it('[MGR-05] opens the ranking of the year; a figure opens its quotes, a quote opens, and the way back keeps the scroll position', async () => {
  await open('classement')
  await seeTitle(page, 'Classement')
  await page.getByRole('combobox', { name: 'Période' }).click()
  await page.getByRole('option', { name: 'Cette année' }).click()
  await eventually(() => new URL(page.url()).searchParams.get('periode')).toBe('current_year')
  const { count } = best.signed as { count: number }
  const table = page.getByRole('region', { name: 'Tableau du classement' })
  const row = table.getByRole('row', { name: new RegExp(String(best.NOM_COMPLET)) })
  await row.getByRole('button', { name: new RegExp(`^${count} devis signés? de ${best.NOM_COMPLET}$`) }).click()
  const sheet = page.getByRole('dialog', { name: `Devis signés : ${best.NOM_COMPLET}` })
  await eventually(() => sheet.getByRole('listitem').count()).toBe(count)
  const first = sheet.getByRole('listitem').first().getByRole('link')
  const number = /[A-Z]*\d{2,}[\w-]*/.exec((await first.textContent()) ?? '')?.[0] ?? ''
  await first.click()
  await seeTitle(page, new RegExp(number))
  await see(page, 'Signé')
  await page.goBack()
  await eventually(() => sheet.getByRole('listitem').count()).toBe(count)
  expect(new URL(page.url()).searchParams.get('periode')).toBe('current_year')
})

it('[MGR-17] [ENT-08] opens the pipeline by commercial and by agency, with the projects just assigned', async () => {
  await open('suivi')
  await seeTitle(page, 'Suivi')
  await eventually(() => countOf(repName, 'À contacter')).toBeGreaterThanOrEqual(TEN)
  const toContact = await atRest(() => countOf(repName, 'À contacter'))
  await figure(repName, 'À contacter').first().click()
  const sheet = page.getByRole('dialog', { name: `À contacter : ${repName}` })
  await eventually(() => sheet.getByRole('listitem').count()).toBe(Math.min(toContact, 100))
  await eventually(() => sheet.getByRole('link').filter({ hasText: word }).count()).toBe(TEN)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await page.getByText('Par agence', { exact: true }).click()
  await eventually(() => new URL(page.url()).searchParams.get('par')).toBe('agence')
  await figure(String(agence.name), 'À contacter').waitFor()
  await eventually(() => countOf(String(agence.name), 'À contacter')).toBeGreaterThanOrEqual(toContact)
  expect(await countOf('Total', 'À contacter')).toBeGreaterThanOrEqual(
    await countOf(String(agence.name), 'À contacter'),
  )
  await open('affectation')
  await seeTitle(page, 'Affectation')
  await page.getByLabel('Rechercher un projet à affecter').fill(word)
  await see(page, 'Aucun projet à affecter ne correspond')
})

it('[SYN-03] [SYN-02] the server is back, an answer is lost: ten projects have their rep, once, and the rep’s open screen shows them', async () => {
  expect(await shownLeads(rep.page)).toBe(0)
  await server.start()
  const lost = line.add({ kind: 'drop-response', method: 'PUT', path: '/api/projets/' })
  await director.setOffline(false)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  expect(lost.fired).toBe(1)
  const given = await onServer()
  expect(given.map((row) => row.IDRESPONSABLEPROJET)).toEqual(projects.map(() => repId))
  // One change each: a second effect would have added one more version.
  expect(given.map((row) => row.VERSION)).toEqual(versions.map((version) => version + 1))
  // Its worker has found the server again.
  await waitUntilUpToDate(rep.page)
  for (let n = 1; n <= TEN; n++) await bring(rep.page, rep.page.getByRole('link', { name: leadName(n), exact: true }))
  expect(await rep.page.evaluate(() => 'neverReloaded' in window)).toBe(true)
})

it('[WORK-7] [MGR-21] sees on « Équipe » whose phone has synchronised, and that it has no pending entries', async () => {
  await open('equipe')
  await page.getByRole('link', { name: 'Appareils de l’équipe' }).click()
  await seeTitle(page, 'Synchronisation')
  const phone = page.getByRole('region', { name: 'Appareils de l’équipe' }).getByRole('listitem')
  const reps = phone.filter({ has: page.getByRole('link', { name: repName, exact: true }) })
  await reps.getByText(/^Synchronisé (à l'instant|il y a \d+ min)$/).waitFor({ timeout: LATER })
  expect(await reps.getByText(/à envoyer|refusée|Déconnecté/).count()).toBe(0)
  await page.goBack()
  await seeTitle(page, 'Équipe')
})
