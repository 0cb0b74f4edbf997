import nodeIcal from 'node-ical'
import { describe, expect, it } from 'vitest'
import type { AgendaEntry } from '../../repositories/agenda.ts'
import { calendarOf } from './calendar.ts'

const entry = (more: Partial<AgendaEntry> = {}): AgendaEntry => ({
  id: 'r1',
  kind: 'rdv',
  title: 'Visite',
  start: '2026-11-23 09:00',
  end: '2026-11-23 10:30',
  client: 'Léa Martin',
  phone: '0639980001',
  place: '1 rue des Lilas, 69003 Lyon',
  latitude: 45.76,
  longitude: 4.85,
  version: 3,
  changed: '2026-11-20T10:00:00.000Z',
  ...more,
})
const written = (...entries: AgendaEntry[]): string =>
  calendarOf(entries, { name: 'Camille', zone: 'Europe/Paris', domain: 'demo' })

interface Parsed {
  uid: string
  type: string
  summary: string
  location: string
  description: string
  start: Date
  end: Date
  sequence?: string
}
/** What a program by other authors reads. */
const read = (text: string): Parsed[] =>
  Object.values(nodeIcal.sync.parseICS(text))
    .map((found) => found as unknown as Parsed)
    .filter((found) => found.type === 'VEVENT')
const times = (start: string, end: string): string[] => {
  const [found] = read(written(entry({ start, end })))
  return [found?.start.toISOString() ?? '', found?.end.toISOString() ?? '']
}

describe('agenda as iCalendar', () => {
  it('[CAL-08] another program reads what was meant', () => {
    const [found, ...more] = read(written(entry()))
    expect(more).toEqual([])
    expect(found).toMatchObject({
      uid: 'rdv-r1@demo.lolapp',
      summary: 'Visite · Léa Martin',
      location: '1 rue des Lilas, 69003 Lyon',
      description: 'Téléphone : 0639980001',
    })
    expect([found?.start.toISOString(), found?.end.toISOString()]).toEqual([
      '2026-11-23T08:00:00.000Z',
      '2026-11-23T09:30:00.000Z',
    ])
  })

  it('[CAL-08] keeps its hours over both changes of time', () => {
    // 29 March 2026, 2 → 3 o'clock.
    expect(times('2026-03-28 09:00', '2026-03-28 10:00')).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-28T09:00:00.000Z',
    ])
    expect(times('2026-03-29 01:30', '2026-03-29 03:30')).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ])
    expect(times('2026-03-29 09:00', '2026-03-29 10:00')).toEqual([
      '2026-03-29T07:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
    ])
    // 25 October 2026, 3 → 2 o'clock.
    expect(times('2026-10-25 01:30', '2026-10-25 03:30')).toEqual([
      '2026-10-24T23:30:00.000Z',
      '2026-10-25T02:30:00.000Z',
    ])
    expect(times('2026-10-25 09:00', '2026-10-25 10:00')).toEqual([
      '2026-10-25T08:00:00.000Z',
      '2026-10-25T09:00:00.000Z',
    ])
  })

  it('[DAY-10 absence] an absence is a busy time « Absent » without a reason; whole days are days, over both changes of time', () => {
    const absence = { kind: 'absence', title: 'Arrêt maladie', client: null, phone: null, place: null }
    const text = written(
      entry({ ...absence, id: 'a', start: '2026-03-28 00:00', end: '2026-03-30 00:00', allDay: true }),
      entry({ ...absence, id: 'b.2026-10-25', start: '2026-10-25 09:00', end: '2026-10-25 10:00' }),
    )
    expect(text).not.toContain('maladie')
    expect(text).toContain('DTSTART;VALUE=DATE:20260328')
    expect(text).toContain('DTEND;VALUE=DATE:20260330')
    expect(text.match(/TRANSP:OPAQUE/g)).toHaveLength(2)
    expect(text.match(/BUSYSTATUS:OOF/g)).toHaveLength(2)
    const found = read(text)
    expect(found.map(({ uid, summary }) => [uid, summary])).toEqual([
      ['absence-a@demo.lolapp', 'Absent'],
      ['absence-b.2026-10-25@demo.lolapp', 'Absent'],
    ])
    expect(found[1]?.start.toISOString()).toBe('2026-10-25T08:00:00.000Z')
  })

  it('[DAY-10 absence] one time of a whole day that was moved to some hours takes these hours alone', () => {
    const absence = { kind: 'absence', title: null, client: null, phone: null, place: null }
    const text = written(
      entry({ ...absence, id: 'a.2026-11-18', start: '2026-11-19 14:00', end: '2026-11-19 16:00', allDay: true }),
    )
    expect(text).not.toContain('VALUE=DATE')
    const [found] = read(text)
    expect(found?.start.toISOString()).toBe('2026-11-19T13:00:00.000Z')
    expect(found?.end.toISOString()).toBe('2026-11-19T15:00:00.000Z')
  })

  it.each([
    ['projet', 'Projet arrêté · Visite · Léa Martin'],
    ['commande', 'Commande annulée · Visite · Léa Martin'],
  ] as const)(
    '[CAL-08] where nobody goes any more (%s) it is cancelled, in words too, and the time is free',
    (stopped, summary) => {
      const text = written(entry({ stopped }))
      expect(text).toContain('STATUS:CANCELLED')
      expect(text).toContain('TRANSP:TRANSPARENT')
      expect(read(text)[0]?.summary).toBe(summary)
      for (const goes of [entry({ stopped: null }), entry()]) expect(written(goes)).not.toMatch(/CANCELLED|TRANSPARENT/)
    },
  )

  it('leaves out no appointment of the hour that does not exist', () => {
    expect(times('2026-03-29 02:15', '2026-03-29 02:45')).toEqual([
      '2026-03-29T01:15:00.000Z',
      '2026-03-29T01:45:00.000Z',
    ])
  })

  it('writes times in UTC, without a zone of its own', () => {
    const text = written(entry())
    expect(text).toContain('DTSTART:20261123T080000Z')
    expect(text).not.toMatch(/VTIMEZONE|TZID/)
  })

  it('gives the same text for the same agenda, so that its ETag is useful', () => {
    expect(written(entry())).toBe(written(entry()))
    expect(written(entry())).not.toBe(written(entry({ version: 4 })))
  })

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\\n', ';', ','])(
    '[SEC] a text with %j adds no line, property or event',
    (end) => {
      const evil = `x${end}END:VEVENT${end}BEGIN:VEVENT${end}UID:pirate${end}ATTACH:https://pirate.example`
      const text = written(entry({ title: evil, client: evil, place: evil, phone: evil }))
      const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n')
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
      expect(lines.filter((line) => /^(ATTACH|UID:pirate)/.test(line))).toEqual([])
      expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
      expect(read(text)).toHaveLength(1)
    },
  )
})
