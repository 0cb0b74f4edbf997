import nodeIcal from 'node-ical'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, calendarFile } from './calendar-file.ts'

const EVENT: CalendarEvent = {
  id: 'rdv-1',
  title: 'Visite, métré; et conseil',
  start: '2026-11-23 09:00',
  end: '2026-11-23 10:30',
  place: '1 rue des Lilas, 69003 Lyon',
  description: `Avec Camille Moreau\n${'é'.repeat(80)}`,
}
const parsed = (text: string) => Object.values(nodeIcal.sync.parseICS(text)).find((one) => one?.type === 'VEVENT')

describe('« Ajouter à mon agenda »', () => {
  it('[SPA-02] puts the appointment at the company’s hour, in any time zone of the phone', () => {
    const event = parsed(calendarFile(EVENT, 'Europe/Paris') ?? '')
    expect(event).toMatchObject({ summary: EVENT.title, location: EVENT.place, description: EVENT.description })
    expect(new Date(event?.start as Date).toISOString()).toBe('2026-11-23T08:00:00.000Z')
    expect(new Date(event?.end as Date).toISOString()).toBe('2026-11-23T09:30:00.000Z')
  })

  it('[SPA-02] writes lines of 75 octets at most, as the format requires', () => {
    const lines = (calendarFile(EVENT, 'Europe/Paris') ?? '').split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.at(-2)).toBe('END:VCALENDAR')
  })

  it('[SPA-02] gives null for an hour that does not exist', () => {
    expect(calendarFile({ ...EVENT, start: '2026-03-29 02:30' }, 'Europe/Paris')).toBeNull()
  })
})
