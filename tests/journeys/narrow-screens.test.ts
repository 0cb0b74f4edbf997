import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMinutes, mondayOf, today, wallClock } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { eventOf, placeAtRest } from './support/agenda.ts'
import { type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  atRest,
  eventually,
  field,
  holdNotice,
  saveButton,
  see,
  seeNotice,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** What a phone’s narrow screen cuts, hides or covers: what no test without a layout can see. */

const ZONE = 'Europe/Paris'
const WIDTH = 390
const STREET = `12, résidence des Grands Chênes, bâtiment C, escalier 4, ${uniqueWord('boulevard')}`
const name = uniqueWord('Étroit')
/** A Thursday beyond the demo’s appointments. */
const FREE = addDays(mondayOf(addDays(today(ZONE), 84)), 3)

let server: DemoServer
let phone: Device
let page: Page
let visit: string
let mobile: string
/** An appointment of that Thursday. */
const next = randomUUID()

const open = (path: string) => page.goto(`${server.web()}/manager/${path}`)
const boxOf = async (found: Locator) => {
  const box = await found.boundingBox()
  if (!box) throw new Error('Not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}
const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)

beforeAll(async () => {
  server = await openDemoServer()
  const [boss, rep] = [await server.clerk('directeur@example.com'), await server.clerk('commercial@example.com')]
  const { IDAGENCE } = await rep.one(`/personnels/${rep.id}`)
  const [IDADRESSE, IDCLIENT, IDPROJET] = [randomUUID(), randomUUID(), randomUUID()]
  visit = randomUUID()
  mobile = `0639${String(Date.now()).slice(-6)}`
  await boss.write('POST', '/adresse', { IDADRESSE, ADRESSE: STREET, CODE_POSTAL: '44000', VILLE: 'Nantes' })
  await boss.write('POST', '/clients', {
    IDCLIENT,
    IDADRESSE,
    NOM: name,
    PORTABLE: mobile,
    IDAGENCE,
    IDPERSONNEL: rep.id,
  })
  await boss.write('POST', '/projets', {
    IDCLIENT,
    IDPROJET,
    IDAGENCE,
    IDRESPONSABLEPROJET: rep.id,
    DESCRIPTION: 'Fenêtres du salon et de la chambre du premier étage',
    ADRESSE_CHANTIER: IDADRESSE,
  })
  const now = wallClock(new Date(), ZONE)
  const plan = (IDRDV: string, RDV_DEBUT: string) =>
    boss.write('POST', '/rdvs', {
      IDRDV,
      IDPROJET,
      IDADRESSE,
      RDV_OBJET: name,
      IDPERSONNELS: [rep.id],
      RDV_DEBUT,
      RDV_FIN: addMinutes(RDV_DEBUT, 60),
    })
  await plan(visit, addMinutes(now, -120))
  await plan(next, `${FREE} 16:00`)
  phone = await launchChromium({ mobile: true })
  page = phone.page
  await signInAndReceive(page, server.web(), 'commercial@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await phone?.close()
  } finally {
    await server?.dispose()
  }
})

async function openSecondVisit(): Promise<void> {
  await open(`rdv/${visit}/debrief`)
  const sheet = page.getByRole('dialog', { name: 'Débrief' })
  await sheet.getByText('Non vendu', { exact: true }).click()
  await sheet.getByText('Rendez-vous R2', { exact: true }).click()
  await sheet.getByRole('button', { name: 'Enregistrer le débrief' }).click()
  await seeTitle(page, 'Nouveau rendez-vous')
}

describe('an R2 for a customer with a long address', () => {
  it('[CAL-09] fits the screen: the address wraps, « Enregistrer » is within reach', async () => {
    await openSecondVisit()
    await page.getByText(STREET).first().waitFor()
    await eventually(pageWidth).toBe(WIDTH)
    await eventually(async () => (await boxOf(saveButton(page))).right).toBeLessThanOrEqual(WIDTH)
  })

  it('[CAL-05] a short tap takes the slot, « Abandonner » is whole, and the form opens with nothing pressed', async () => {
    await page.getByRole('button', { name: 'Choisir dans l’agenda' }).click()
    await see(page, /^Choisissez un créneau/)
    await open(`agenda?vue=timeGridDay&date=${FREE}`)
    const cancel = page.getByRole('button', { name: 'Abandonner' })
    await cancel.waitFor()
    await eventually(async () => (await boxOf(cancel)).right).toBeLessThanOrEqual(WIDTH)
    const words = cancel.locator('.mantine-Button-label')
    await eventually(() => words.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0)
    // A tap on an appointment that is drawn meanwhile would open it.
    await eventOf(page, next).waitFor({ state: 'attached' })
    const column = await placeAtRest(page.locator(`[data-time-grid-date="${FREE}"]`))
    await page.touchscreen.tap(column.x + column.width / 2, 500)
    await seeTitle(page, 'Nouveau rendez-vous')
    await eventually(() => field(page, 'Objet').inputValue()).toBe(`R2 ${name}`)
    // A list of hours would open over « Enregistrer ».
    expect(await atRest(() => page.evaluate(() => document.activeElement?.tagName))).not.toBe('INPUT')
    expect(await page.getByRole('option').filter({ visible: true }).count()).toBe(0)
  })

  it('[CAL-05] [ERR-05] whoever leaves the agenda instead is offered the form again, above the bar, and never over « Enregistrer »', async () => {
    await page.getByRole('button', { name: 'Choisir dans l’agenda' }).click()
    await see(page, /^Choisissez un créneau/)
    const bar = page.getByRole('navigation').last()
    await bar.getByRole('link', { name: 'Clients', exact: true }).click()
    await seeNotice(page, `« R2 ${name} » n’est pas enregistré.`)
    await holdNotice(page, name)
    const notice = page.getByRole('alert').filter({ hasText: name })
    const above = (await boxOf(bar)).y
    await eventually(async () => (await boxOf(notice)).bottom).toBeLessThanOrEqual(above)
    await page.getByRole('link', { name: 'Nouveau client' }).click()
    await seeTitle(page, 'Nouveau client')
    await holdNotice(page, name)
    const saving = await boxOf(saveButton(page))
    await eventually(async () => (await boxOf(notice)).bottom).toBeLessThan(saving.y)
    await notice.getByRole('button', { name: 'Reprendre' }).click()
    await seeTitle(page, 'Nouveau rendez-vous')
    await eventually(() => field(page, 'Objet').inputValue()).toBe(`R2 ${name}`)
  })
})

it('[MGR-06] « c’est lui ? » stands under the number that is typed, above the next field', async () => {
  await open('client/create')
  await field(page, 'Téléphone portable').fill(mobile)
  const question = page.getByRole('button', { name: `C’est lui ? Ouvrir la fiche de ${name}` })
  await question.waitFor()
  await eventually(async () => {
    const [above, below] = [await boxOf(question), await boxOf(field(page, 'Adresse email'))]
    return below.y - above.bottom
  }).toBeGreaterThan(0)
})

it('[CAL-05] a move by mistake is taken back from its notice', async () => {
  await open(`agenda?vue=timeGridDay&date=${FREE}`)
  const event = eventOf(page, next)
  await event.waitFor()
  // Its own database shows it: before, it is drawn from what was read first.
  await waitUntilUpToDate(page)
  await event.focus()
  await page.keyboard.press('Alt+ArrowDown')
  const notice = page.getByRole('alert').filter({ hasText: /^Déplacé au/ })
  await notice.getByRole('button', { name: 'Annuler', exact: true }).click()
  await see(page, 'Remis à sa place')
  await eventually(() => event.getAttribute('aria-label')).toContain('de 16:00 à 17:00')
})

it.each(['demandes', 'intervention-commercial'])(
  'on the narrowest phones /manager/%s is as wide as the screen',
  async (path) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(path)
    await page.getByRole('radio').first().waitFor({ state: 'attached' })
    await eventually(pageWidth).toBe(320)
  },
)

it('on the narrowest phones « Mon compte » is as wide as the screen, also with its choices of notices', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('compte')
  await page.getByRole('switch').first().waitFor()
  await eventually(pageWidth).toBe(320)
})

it('[CAL-06] at a zoom of 200 % the agenda scrolls until its hours fill the screen', async () => {
  await page.setViewportSize({ width: 720, height: 450 })
  await open(`agenda?vue=timeGridWeek&date=${FREE}`)
  await eventOf(page, next).waitFor()
  const bar = (await boxOf(page.getByRole('navigation').last())).y
  await eventually(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    return bar - (await boxOf(page.locator('.agenda-head'))).bottom
  }).toBeGreaterThan(300)
})
