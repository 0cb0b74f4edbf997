import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { eventOf, placeAtRest } from './support/agenda.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  pillText,
  plain,
  saveRdv,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'
import { column, fingerOf, HOUR_HEIGHT, hoursOf, inColumn, plannerOf, way, withAlt } from './support/team-agenda.ts'

/** The agenda of several people: columns, mouse, finger and keyboard, overlaps, print, other calendars. */

/** A Wednesday so far ahead that the demo has nothing on it. */
const DAY = addDays(mondayOf(addDays(today('Europe/Paris'), 200)), 2)

let server: DemoServer
let boss: Clerk
let rep: Clerk
let desk: Device
let phone: Device
let planner: ReturnType<typeof plannerOf>

const openTeam = async (page: Page): Promise<void> => {
  await page.goto(`${server.web()}/manager/agenda?vue=category&date=${DAY}&personnes=${boss.id},${rep.id}`)
  await column(page, rep.id).waitFor()
}
const onServer = (id: string) => boss.one(`/rdvs/${id}`)

beforeAll(async () => {
  server = await openDemoServer()
  ;[boss, rep] = [await server.clerk('directeur@example.com'), await server.clerk('commercial@example.com')]
  planner = plannerOf({ boss, person: rep.id, day: DAY })
  desk = await launchChromium()
  await signInAndReceive(desk.page, server.web(), 'directeur@example.com')
  phone = await launchChromium({ mobile: true })
  await signInAndReceive(phone.page, server.web(), 'directeur@example.com')
}, SETUP)

// A test that fails offline must not make the next ones fail.
afterEach(() => goOnline(desk))
afterAll(async () => {
  try {
    await desk?.close()
    await phone?.close()
  } finally {
    await server?.dispose()
  }
})

describe('a column a person', () => {
  it('[CAL-06] shows my team side by side, me first; the filter adds and removes people, and the address keeps it', async () => {
    const { page } = desk
    await page.goto(`${server.web()}/manager/agenda?vue=category&date=${DAY}`)
    await column(page, boss.id).waitFor()
    await eventually(() => page.locator('[data-person]').count()).toBeGreaterThan(1)
    const first = await page.locator('[data-person]').first().getAttribute('data-person')
    expect(first).toBe(boss.id)
    await page.getByRole('button', { name: /^Personnes :/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Agendas affichés' })
    await sheet.getByRole('button', { name: 'Moi seulement' }).click()
    await eventually(() => page.locator('[data-person]').count()).toBe(1)
    const { NOM_COMPLET } = await rep.one(`/personnels/${rep.id}`)
    await sheet.getByLabel('Rechercher une personne').fill(String(NOM_COMPLET))
    await sheet.getByRole('checkbox', { name: String(NOM_COMPLET) }).check()
    await eventually(() => page.locator('[data-person]').count()).toBe(2)
    await page.reload()
    await column(page, rep.id).waitFor()
    await eventually(() => page.locator('[data-person]').count()).toBe(2)
  })

  it('[CAL-06] offline the mouse moves an appointment to another person, an hour later; the server gets it', async () => {
    const { page } = desk
    const { id } = await planner.plan('09:00', '10:00')
    await openTeam(page)
    await inColumn(page, rep.id, id).waitFor()
    await goOffline(desk)
    // The bar shows it first, and moves the content below it.
    await eventually(() => pillText(page)).toContain('Hors ligne')
    const { from, to } = await way(page, id, boss.id, 1)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, from.y + 20, { steps: 5 })
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.mouse.up()
    await eventually(() => hoursOf(page, boss.id, id)).toContain('de 10:00 à 11:00')
    await eventually(() => inColumn(page, rep.id, id).count()).toBe(0)
    // It is drawn there before it is saved, and marked as pending once it is saved.
    await eventually(() => hoursOf(page, boss.id, id)).toContain("En attente d'envoi")
    await page.reload()
    await inColumn(page, boss.id, id).waitFor()
    // What is drawn first, before the local database is read, may not say it yet.
    await eventually(() => hoursOf(page, boss.id, id)).toContain("En attente d'envoi")
    await goOnline(desk)
    await waitUntilUpToDate(page)
    expect(await onServer(id)).toMatchObject({
      IDPERSONNELS: [boss.id],
      RDV_DEBUT: `${DAY} 10:00`,
      RDV_FIN: `${DAY} 11:00`,
    })
  })

  it('[CAL-05] [CAL-06] a long press does the same by finger; an immediate movement scrolls', async () => {
    const { page } = phone
    const { id } = await planner.plan('12:00', '13:00')
    await openTeam(page)
    await inColumn(page, rep.id, id).waitFor()
    const finger = await fingerOf(phone)
    const { from, to } = await way(page, id, boss.id, 1)
    // Both are sent at once: between two answers of a slow browser the press would become a long one.
    await Promise.all([finger.down(from), finger.move({ x: from.x, y: from.y - 60 })])
    await finger.up()
    let again = await way(page, id, boss.id, 1)
    await eventually(async () => {
      again = await way(page, id, boss.id, 1)
      return again.from.y
    }).toBeLessThan(from.y)
    await eventually(() => inColumn(page, rep.id, id).count()).toBe(1)
    await finger.down(again.from)
    await page.locator('.agenda-ghost').waitFor()
    for (const part of [0.3, 0.6, 1]) {
      await finger.move({
        x: again.from.x + (again.to.x - again.from.x) * part,
        y: again.from.y + (again.to.y - again.from.y) * part,
      })
    }
    await finger.up()
    await eventually(() => hoursOf(page, boss.id, id)).toContain('de 13:00 à 14:00')
    await waitUntilUpToDate(page)
    await eventually(async () => (await onServer(id)).IDPERSONNELS).toEqual([boss.id])
    expect(to.x).not.toBe(from.x)
  })

  it('[CAL-05] a press in a person’s column opens a new appointment of that person', async () => {
    const { page } = desk
    const { id } = await planner.plan('22:00', '23:00')
    await openTeam(page)
    // With its appointments: one that is drawn later would be under the mouse.
    await inColumn(page, rep.id, id).waitFor({ state: 'attached' })
    await placeAtRest(column(page, rep.id))
    // Where nothing stands: which hours are in sight depends on the time of day.
    const free = await column(page, rep.id).evaluate((shown) => {
      const { left, width } = shown.getBoundingClientRect()
      const x = left + width / 2
      const at = (y: number): Element | null => document.elementFromPoint(x, y)
      const isFree = (y: number): boolean => shown.contains(at(y)) && !at(y)?.closest('[data-event-id]')
      const y = Array.from({ length: 40 }, (_, n) => 300 + 10 * n).find((one) => isFree(one) && isFree(one + 10))
      return y === undefined ? null : { x, y: y + 5 }
    })
    if (!free) throw new Error('No free time in sight')
    await page.mouse.click(free.x, free.y)
    await seeTitle(page, 'Nouveau rendez-vous')
    const { NOM_COMPLET } = await rep.one(`/personnels/${rep.id}`)
    await see(page, String(NOM_COMPLET))
    const name = uniqueWord('Créé')
    await field(page, 'Objet').fill(name)
    await saveRdv(page)
    await page.locator(`[data-person="${rep.id}"] [aria-label*="${name}"]`).waitFor()
  })
})

it('[CAL-05] from a client’s form the slot is chosen in the agenda, and the form keeps its values meanwhile', async () => {
  const { page } = desk
  const [client] = await rep.all('/clients')
  await page.goto(`${server.web()}/manager/client/${client?.IDCLIENT}`)
  await page.getByRole('button', { name: 'Rendez-vous', exact: true }).click()
  await seeTitle(page, 'Nouveau rendez-vous')
  const name = uniqueWord('Créneau')
  await field(page, 'Objet').fill(name)
  await page.getByRole('button', { name: 'Choisir dans l’agenda' }).click()
  await see(page, `Choisissez un créneau pour « ${name} ».`)
  // The tab keeps the form while its user looks at other weeks.
  await page.goto(`${server.web()}/manager/agenda?vue=timeGridWeek&date=${addDays(DAY, 7)}`)
  await see(page, `Choisissez un créneau pour « ${name} ».`)
  await page
    .locator('[data-time-grid-date]')
    .first()
    .click({ position: { x: 30, y: 10 * HOUR_HEIGHT + 4 } })
  await seeTitle(page, 'Nouveau rendez-vous')
  await eventually(() => field(page, 'Objet').inputValue()).toBe(name)
  await eventually(() => field(page, 'Début, heure').inputValue()).toBe('10:00')
})

it('[CAL-05] by keyboard alone and offline: find it, move it, change its end, move it back, open it, close it', async () => {
  const { page } = desk
  const { id, name } = await planner.plan('15:00', '16:00')
  await page.goto(`${server.web()}/manager/agenda?vue=timeGridWeek&date=${DAY}&personnes=${rep.id}`)
  await eventOf(page, id).waitFor()
  await goOffline(desk)
  const label = () => eventOf(page, id).getAttribute('aria-label')
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.eventId ?? '')
  // Past the end of the page the keyboard begins again at its top: what comes later on the page does no harm.
  await eventually(async () => {
    if ((await focused()) !== id) await page.keyboard.press('Tab')
    return focused()
  }).toBe(id)

  await page.keyboard.down('Alt')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await eventually(() => page.locator('.agenda-said').textContent()).toBe('15:30 – 16:30')
  await page.keyboard.press('Escape')
  await page.keyboard.up('Alt')
  await eventually(label).toContain('de 15:00 à 16:00')

  await eventually(focused).toBe(id)
  await withAlt(page, 'ArrowDown', 'ArrowRight')
  await eventually(label).toContain('de 15:15 à 16:15')
  await eventually(label).toContain('jeudi')

  await eventually(focused).toBe(id)
  await withAlt(page, 'Shift+ArrowDown')
  await eventually(label).toContain('de 15:15 à 16:30')

  await eventually(focused).toBe(id)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Rendez-vous' })
  await panel.getByRole('heading', { name }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await eventually(focused).toBe(id)

  await goOnline(desk)
  await waitUntilUpToDate(page)
  const next = addDays(DAY, 1)
  // A change is drawn before it is saved.
  await eventually(() => onServer(id)).toMatchObject({ RDV_DEBUT: `${next} 15:15`, RDV_FIN: `${next} 16:30` })
})

describe('what does not fit', () => {
  it('[CAL-06] an overlap and a journey that is too long are shown offline, the journey as « estimation »', async () => {
    const { page } = desk
    const [lyon, paris] = [await planner.place(45.764, 4.8357, 'Lyon'), await planner.place(48.8566, 2.3522, 'Paris')]
    const first = await planner.plan('17:00', '18:00', { IDADRESSE: lyon })
    const second = await planner.plan('17:30', '18:30', { IDADRESSE: lyon })
    const far = await planner.plan('19:00', '20:00', { IDADRESSE: paris })
    await page.goto(`${server.web()}/manager/agenda?vue=timeGridDay&date=${DAY}&personnes=${rep.id}`)
    const label = async ({ id }: { id: string }) => plain(await eventOf(page, id).getAttribute('aria-label'))
    const journey = new RegExp(
      `Trajet de \\d+ h( \\d\\d)? \\(\\d+ km, estimation\\) depuis « ${second.name} » pour 30 min de libre`,
    )
    // An appointment may arrive before its address: offline, the device shows what it has received.
    await eventually(() => label(far)).toMatch(journey)
    await goOffline(desk)
    await page.reload()
    await eventOf(page, far.id).waitFor()
    await eventually(() => label(first)).toContain(`Chevauche « ${second.name} » (17:30 – 18:30)`)
    await eventually(() => label(second)).toContain(`Chevauche « ${first.name} »`)
    await eventually(() => label(far)).toMatch(journey)
    await eventOf(page, far.id).click()
    await page
      .getByRole('list', { name: 'À vérifier' })
      .getByText(/estimation/)
      .waitFor()
    await goOnline(desk)
  })
})

it('[CAL-06] prints as tables with addresses, without menus and buttons; the button prints', async () => {
  const { page } = desk
  const there = await planner.place(45.75, 4.85, 'Villeurbanne')
  const { name } = await planner.plan('07:00', '08:00', { IDADRESSE: there })
  await page.goto(`${server.web()}/manager/agenda?vue=timeGridWeek&date=${DAY}&personnes=${rep.id}`)
  await page.locator(`[aria-label*="${name}"]`).first().waitFor()
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Imprimer' }).click()
  await eventually(() => page.evaluate(() => 'printed' in window)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  const table = page.getByRole('table').filter({ hasText: name })
  await table
    .getByText(/Villeurbanne/)
    .first()
    .waitFor()
  await eventually(() => page.locator('.agenda-host').isVisible()).toBe(false)
  await eventually(() => page.getByRole('navigation').first().isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.locator('.agenda-print').waitFor({ state: 'detached' })
})

it('[CAL-08] a calendar subscribes by an address that is shown once and can be renewed; offline the page says that it needs the network', async () => {
  const { page } = desk
  const open = async () => {
    await page.goto(`${server.web()}/manager/agenda?date=${DAY}`)
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('menuitem', { name: 'Abonner un calendrier' }).click()
    return page.getByRole('dialog', { name: 'Mon agenda dans un autre calendrier' })
  }
  const read = (url: string) => ask({ port: server.port, host: 'demo', method: 'GET', path: new URL(url).pathname })
  let sheet = await open()
  await sheet.getByRole('button', { name: "Créer l'adresse" }).click()
  const address = () => sheet.getByLabel("Adresse de l'abonnement").inputValue()
  const first = await address()
  const calendar = await read(first)
  expect([calendar.status, String(calendar.body).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR'])

  sheet = await open()
  await sheet.getByText(/^Une adresse existe depuis le/).waitFor()
  await sheet.getByRole('button', { name: "Renouveler l'adresse" }).click()
  await page.getByRole('button', { name: 'Oui' }).click()
  await eventually(address).not.toBe(first)
  expect((await read(first)).status).toBe(404)
  expect((await read(await address())).status).toBe(200)

  await goOffline(desk)
  await eventually(() => pillText(page)).toContain('Hors ligne')
  await sheet.getByText("Il faut du réseau pour créer ou renouveler l'adresse.").waitFor()
  await eventually(() => sheet.getByRole('button', { name: "Renouveler l'adresse" }).isDisabled()).toBe(true)
  await goOnline(desk)
})
