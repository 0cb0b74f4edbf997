import nodeIcal from 'node-ical'
import { describe, expect, it } from 'vitest'
import { eventUid } from '../../../schemas/rules/event-uid.ts'
import { type CalendarEvent, calendarFile } from './calendar-file.ts'

const EVENT: CalendarEvent = {
  uid: 'rdv-1@demo.lolapp',
  sequence: 4,
  title: 'Visite, métré; et conseil',
  start: '2026-11-23 09:00',
  end: '2026-11-23 10:30',
  place: '1 rue des Lilas, 69003 Lyon',
  description: `Avec Camille Moreau\n${'é'.repeat(80)}`,
}
const parsed = (text: string) => Object.values(nodeIcal.sync.parseICS(text)).find((one) => one?.type === 'VEVENT')

describe('« Ajouter à mon agenda »', () => {
  it('[SPA-02] puts the appointment at the company’s hour, in any time zone of the phone', () => {
    const event = parsed(calendarFile([EVENT], 'Europe/Paris') ?? '')
    expect(event).toMatchObject({ summary: EVENT.title, location: EVENT.place, description: EVENT.description })
    expect(new Date(event?.start as Date).toISOString()).toBe('2026-11-23T08:00:00.000Z')
    expect(new Date(event?.end as Date).toISOString()).toBe('2026-11-23T09:30:00.000Z')
  })

  it('[DAY-09 ics] has the UID of the mail that announced it, and its version: a calendar updates the event', () => {
    const uid = eventUid('rdv', '1', 'demo')
    const file = parsed(calendarFile([{ ...EVENT, uid, sequence: 4 }], 'Europe/Paris') ?? '')
    expect(file).toMatchObject({ uid: 'rdv-1@demo.lolapp', sequence: '4' })
  })

  it('[SPA-02] several times of one visit are events of their own, in one calendar', () => {
    const next = { ...EVENT, uid: 'rdv-2@demo.lolapp', start: '2026-11-25 09:00', end: '2026-11-25 10:30' }
    const text = calendarFile([EVENT, next], 'Europe/Paris') ?? ''
    const events = Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT')
    expect(events.map((one) => [one?.uid, new Date(one?.start as Date).toISOString()])).toEqual([
      ['rdv-1@demo.lolapp', '2026-11-23T08:00:00.000Z'],
      ['rdv-2@demo.lolapp', '2026-11-25T08:00:00.000Z'],
    ])
    expect(text.match(/BEGIN:VCALENDAR/g)).toHaveLength(1)
  })

  it('[SPA-02] writes lines of 75 octets at most, as the format requires', () => {
    const lines = (calendarFile([EVENT], 'Europe/Paris') ?? '').split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.at(-2)).toBe('END:VCALENDAR')
  })

  it('[SPA-02] gives null for an hour that does not exist', () => {
    const skipped = { ...EVENT, start: '2026-03-29 02:30' }
    for (const events of [[skipped], [EVENT, skipped]]) expect(calendarFile(events, 'Europe/Paris')).toBeNull()
  })
})
