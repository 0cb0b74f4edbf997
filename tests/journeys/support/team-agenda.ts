import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import type { Device } from '../../support/chromium.ts'
import { eventOf, type Point, placeAtRest } from './agenda.ts'
import { type Clerk, uniqueWord } from './demo-server.ts'

/** The agenda of several people: planned appointments, one column per person, and the ways to move an appointment between columns. */

export const HOUR_HEIGHT = 56

export interface Planned {
  id: string
  name: string
}

/** Makes appointments of one person on one day, with places, on the server. */
export function plannerOf({ boss, person, day }: { boss: Clerk; person: string; day: string }) {
  return {
    plan: async (start: string, end: string, more: Record<string, unknown> = {}): Promise<Planned> => {
      const id = randomUUID()
      const name = uniqueWord('Rdv')
      await boss.write('POST', '/rdvs', {
        IDRDV: id,
        RDV_OBJET: name,
        RDV_DEBUT: `${day} ${start}`,
        RDV_FIN: `${day} ${end}`,
        IDPERSONNELS: [person],
        ...more,
      })
      return { id, name }
    },
    place: async (LATITUDE: number, LONGITUDE: number, VILLE: string): Promise<string> => {
      const id = randomUUID()
      await boss.write('POST', '/adresse', { IDADRESSE: id, ADRESSE: '1 rue Haute', VILLE, LATITUDE, LONGITUDE })
      return id
    },
  }
}

export const column = (page: Page, person: string): Locator => page.locator(`[data-person="${person}"]`)
export const inColumn = (page: Page, person: string, id: string): Locator =>
  column(page, person).locator(`[data-event-id="${id}"]`)
export const hoursOf = (page: Page, person: string, id: string): Promise<string | null> =>
  inColumn(page, person, id).getAttribute('aria-label')

/** Middle of an appointment, and the same point in another person's column, some hours lower. */
export async function way(page: Page, id: string, to: string, hours: number): Promise<{ from: Point; to: Point }> {
  const event = eventOf(page, id)
  await event.scrollIntoViewIfNeeded()
  const [box, target] = [await placeAtRest(event), await placeAtRest(column(page, to))]
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return { from, to: { x: target.x + target.width / 2, y: from.y + hours * HOUR_HEIGHT } }
}

/** A finger on the screen of a phone. */
export async function fingerOf({ context, page }: Device) {
  const cdp = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: (point: Point) => touch('touchStart', [point]),
    move: (point: Point) => touch('touchMove', [point]),
    up: () => touch('touchEnd', []),
  }
}

/** Keys pressed while Alt is held: a move or a change of length, which the release of Alt ends. */
export async function withAlt(page: Page, ...keys: string[]): Promise<void> {
  await page.keyboard.down('Alt')
  for (const key of keys) await page.keyboard.press(key)
  await page.keyboard.up('Alt')
}
