import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { addDays, addMinutes, mondayOf } from '../../../schemas/dates.ts'
import type { Row } from './demo-server.ts'
import { SOON } from './people.ts'

/** Uses the agenda as a person does: show a week, drag an appointment with the mouse, drag its lower edge. */

export interface Appointment {
  IDRDV: string
  RDV_DEBUT: string
  RDV_FIN: string
  IDNATURE_RDV: string | null
}

/** My appointments between two days, both included, by the server's rows. */
export const appointmentsOf = (rows: readonly Row[], person: string, from: string, to: string): Appointment[] =>
  (rows as unknown as (Appointment & { IDPERSONNELS: string[]; SUPPRIME: number })[]).filter(
    (rdv) =>
      rdv.SUPPRIME !== 1 &&
      rdv.IDPERSONNELS.includes(person) &&
      rdv.RDV_DEBUT <= `${to} 23:59` &&
      rdv.RDV_FIN > `${from} 00:00`,
  )

/** Monday and Saturday of a day's week. */
export const staffWeek = (day: string): { from: string; to: string } => ({
  from: mondayOf(day),
  to: addDays(mondayOf(day), 5),
})

/** A free morning of that week, three hours long. */
export function freeMorning(day: string, taken: readonly Appointment[]): string {
  const { from } = staffWeek(day)
  for (let i = 0; i < 6; i++)
    for (const hour of ['08:00', '09:00', '13:00', '14:00']) {
      const start = `${addDays(from, i)} ${hour}`
      const end = addMinutes(start, 240)
      if (!taken.some((rdv) => rdv.RDV_DEBUT < end && rdv.RDV_FIN > start)) return start
    }
  throw new Error('No free hours in that week')
}

export const eventOf = (page: Page, id: string): Locator => page.locator(`[data-event-id="${id}"]`).first()

/** The colour of a drawn appointment, `#rrggbb`. */
export const colourOf = async (event: Locator): Promise<string> => {
  const block = event.locator('[style*="--event-background"]').first()
  const colour = await block.evaluate((element) => getComputedStyle(element).getPropertyValue('--event-background'))
  return colour.trim().toLowerCase()
}

/** Ids of the appointments drawn at this moment. */
export const shownEvents = (page: Page): Promise<string[]> =>
  page
    .locator('[data-event-id]')
    .evaluateAll((found) => [...new Set(found.map((element) => (element as HTMLElement).dataset.eventId ?? ''))])

/** Days that have a column, `yyyy-MM-dd`. */
export const shownDays = (page: Page): Promise<string[]> =>
  page
    .locator('[data-time-grid-date]')
    .evaluateAll((found) => found.map((element) => (element as HTMLElement).dataset.timeGridDate ?? ''))

/** Opened by its address, as from a bookmark: also offline. */
export async function openAgenda(page: Page, web: string, day: string, view = 'timeGridWeek'): Promise<void> {
  await page.goto(`${web}/manager/agenda?vue=${view}&date=${day}`)
  if (view === 'timeGridWeek') await page.locator('[data-time-grid-date]').first().waitFor({ timeout: SOON })
}

const HOUR_HEIGHT = 56

export interface Point {
  x: number
  y: number
}
type Box = Point & { width: number; height: number }

/** Waits until scrolling and sliding have ended, because a press on a moving element misses it. */
export async function placeAtRest(what: Locator): Promise<Box> {
  let box = await what.boundingBox()
  for (let still = 0; still < 3; ) {
    await wait(50)
    const now = await what.boundingBox()
    still = now && box && now.x === box.x && now.y === box.y ? still + 1 : 0
    box = now
  }
  if (!box) throw new Error('Not on the screen')
  return box
}

/** Drags the appointment by its middle, this many hours down. */
export async function dragByHours(page: Page, event: Locator, hours: number): Promise<void> {
  await event.scrollIntoViewIfNeeded()
  const box = await placeAtRest(event)
  await pull(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, hours)
}

/** Drags its lower edge: the end moves, the start stays. */
export async function stretchByHours(page: Page, event: Locator, hours: number): Promise<void> {
  await event.scrollIntoViewIfNeeded()
  const box = await placeAtRest(event.locator('[data-resize]'))
  await pull(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, hours)
}

async function pull(page: Page, from: Point, hours: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + (hours * HOUR_HEIGHT) / 2, { steps: 5 })
  await page.mouse.move(from.x, from.y + hours * HOUR_HEIGHT, { steps: 5 })
  await page.mouse.up()
}
