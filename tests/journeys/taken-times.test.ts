import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { findNothingOn } from './support/axe.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  goOffline,
  goOnline,
  plain,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'
import { column, plannerOf } from './support/team-agenda.ts'

/** A colleague's appointment that the others may not see: Inès of Lyon is taken, say their screens, and nothing more. */

/** A Wednesday of the weeks that devices hold, at an hour at which nobody of the demo works. */
const DAY = addDays(mondayOf(addDays(today('Europe/Paris'), 14)), 2)
const [START, END] = ['05:00', '06:00']
const MOMENT = encodeURIComponent(`${DAY} 05:30`)

let server: DemoServer
let ines: Clerk
let rep: Clerk
let name: string
let visit: { id: string; name: string }
let device: Device
let page: Page

const open = (path: string) => page.goto(`${server.web()}/manager/${path}`)
const team = () => open(`agenda?vue=category&date=${DAY}&personnes=${ines.id},${rep.id}`)
const taken = (from: string, to: string) =>
  column(page, ines.id).getByRole('img', { name: new RegExp(`de ${from} à ${to}, Occupé, ${name}$`) })
const member = () => page.getByRole('listitem').filter({ hasText: name })
const allTexts = async (): Promise<string> => (await page.locator('body').textContent()) ?? ''
const form = (people: string) =>
  open(
    `rdv/create?RDV_DEBUT=${encodeURIComponent(`${DAY} 05:30`)}&RDV_FIN=${encodeURIComponent(`${DAY} 06:30`)}&participants=${people}`,
  )

async function signInAs(mail: string, options: { mobile?: boolean } = {}): Promise<void> {
  await device?.close()
  device = await launchChromium(options)
  page = device.page
  await signInAndReceive(page, server.web(), mail)
}

beforeAll(async () => {
  server = await openDemoServer()
  ;[ines, rep] = [await server.clerk('commercial2@example.com'), await server.clerk('commercial@example.com')]
  name = String((await ines.one(`/personnels/${ines.id}`)).NOM_COMPLET)
  visit = await plannerOf({ boss: ines, person: ines.id, day: DAY }).plan(START, END, {
    OBSERVATIONS: uniqueWord('Secret'),
  })
}, SETUP)

// A test that fails offline must not make the next ones fail.
afterEach(() => goOnline(device))
afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

describe('a rep', () => {
  beforeAll(() => signInAs('commercial@example.com'), SETUP)

  it('[DAY-01 agenda] [CAL-06] sees a colleague’s column taken, without a word, with no network too', async () => {
    await team()
    await taken(START, END).waitFor()
    await goOffline(device)
    await page.reload()
    await taken(START, END).waitFor()
    for (const view of ['timeGridDay', '4day', 'timeGridWeek', 'month', 'listWeek']) {
      await open(`agenda?vue=${view}&date=${DAY}&personnes=${ines.id}`)
      await see(page, 'Occupé')
      expect(await allTexts()).not.toContain(visit.name)
    }
    await open(`rdv/${visit.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await allTexts()).not.toContain(visit.name)
  })

  it('[DAY-01 form] is warned in the booking form before saving, offline, of who is taken and of nobody else', async () => {
    await goOffline(device)
    await form(ines.id)
    await see(page, 'Déjà pris à cette heure-là')
    await see(page, `${name} : temps pris, ${START} – ${END}`)
    // Of both, only she is named.
    await form(`${rep.id},${ines.id}`)
    await see(page, 'Déjà pris à cette heure-là')
    const warned = async () => (await page.getByRole('status').getByRole('listitem').allTextContents()).map(plain)
    await eventually(warned).toEqual([`${name} : temps pris, ${START} – ${END}`])
  })

  it('[DAY-01 busy] follows a move, and when the appointment comes into sight it is there once', async () => {
    await team()
    await taken(START, END).waitFor()
    await ines.write('PUT', `/rdvs/${visit.id}`, { RDV_DEBUT: `${DAY} 03:00`, RDV_FIN: `${DAY} 04:00` })
    await taken('03:00', '04:00').waitFor()
    await eventually(() => taken(START, END).count()).toBe(0)
    await ines.write('PUT', `/rdvs/${visit.id}`, { IDPERSONNELS: [ines.id, rep.id] })
    await column(page, ines.id)
      .getByRole('button', { name: new RegExp(visit.name) })
      .waitFor()
    await eventually(() => taken('03:00', '04:00').count()).toBe(0)
    const back = { IDPERSONNELS: [ines.id], RDV_DEBUT: `${DAY} ${START}`, RDV_FIN: `${DAY} ${END}` }
    await ines.write('PUT', `/rdvs/${visit.id}`, back)
    await taken(START, END).waitFor()
    await waitUntilUpToDate(page)
  })

  it('[DAY-01 busy] reads where the known weeks end, and how old the times are', async () => {
    await open(`agenda?vue=category&date=${addDays(DAY, 140)}&personnes=${ines.id}`)
    await see(page, /Les temps pris des collègues ne sont connus que du/)
  })
})

describe.each([
  { who: 'a measurer', mail: 'metreur@example.com' },
  { who: 'the assistant', mail: 'assistante@example.com' },
])('$who', ({ mail }) => {
  beforeAll(() => signInAs(mail, { mobile: true }), SETUP)

  it('[DAY-01 team] [MGR-19] reads on « Équipe » until when a colleague is taken, offline', async () => {
    await goOffline(device)
    await open(`equipe?moment=${MOMENT}`)
    await member().getByText('Occupé', { exact: true }).waitFor()
    await member().getByText(`occupé jusqu’à ${END}`).waitFor()
    expect(
      await member()
        .getByRole('link', { name: /occupé/ })
        .count(),
    ).toBe(0)
    await open(`equipe?moment=${encodeURIComponent(`${DAY} 04:30`)}`)
    await member().getByText('Libre').waitFor()
    await member().getByText(`ensuite à ${START}`).waitFor()
    await findNothingOn(page, { size: 'phone', name: 'team, taken', ready: () => member().waitFor() })
  })

  it('[DAY-01 busy] [GEO-05] opens the agenda and the map of the team, and finds the colleague taken there', async () => {
    await team()
    await taken(START, END).waitFor()
    await findNothingOn(page, { size: 'phone', name: 'agenda, taken', ready: () => taken(START, END).waitFor() })
    await open(`carte?voir=equipe&quand=${MOMENT}`)
    const list = page.getByRole('list', { name: /^Occupés/ })
    await list.getByText(name).waitFor()
    await form(ines.id)
    await see(page, `${name} : temps pris, ${START} – ${END}`)
    await findNothingOn(page, { size: 'phone', name: 'booking, taken', ready: () => see(page, 'Déjà pris') })
  })
})

describe('a technician, who does not plan', () => {
  beforeAll(() => signInAs('technicien@example.com', { mobile: true }), SETUP)

  it('[DAY-01 busy] is told no times, and reads that colleagues may be taken', async () => {
    await open(`equipe?moment=${MOMENT}`)
    await member().getByText('Rien de connu').waitFor()
    await see(page, /un collègue peut être pris sans que cela apparaisse ici/)
    // Their agenda is their own: of nobody else, whatever the address says.
    await open(`agenda?vue=category&date=${DAY}&personnes=${ines.id}`)
    await seeTitle(page, 'Agenda')
    await page.locator('[data-time-grid-date]').first().waitFor({ state: 'attached' })
    expect(await column(page, ines.id).count()).toBe(0)
  })
})
