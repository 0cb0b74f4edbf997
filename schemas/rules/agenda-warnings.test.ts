import { describe, expect, it } from 'vitest'
import { agendaWarnings, type PlannedSlot } from './agenda-warnings.ts'

const NANTES = { LATITUDE: 47.2184, LONGITUDE: -1.5536 }
const ANGERS = { LATITUDE: 47.4784, LONGITUDE: -0.5632 }

const slot = (id: string, from: string, to: string, more: Partial<PlannedSlot> = {}): PlannedSlot => ({
  id,
  start: `2026-11-20 ${from}`,
  end: `2026-11-20 ${to}`,
  people: ['me'],
  place: NANTES,
  ...more,
})

describe('[CAL-06 overlap] overlaps', () => {
  it('are shown at both appointments of one person', () => {
    const warnings = agendaWarnings([slot('b', '09:30', '11:00'), slot('a', '09:00', '10:00')])
    expect(warnings.get('a')).toEqual([{ kind: 'overlap', other: 'b' }])
    expect(warnings.get('b')).toEqual([{ kind: 'overlap', other: 'a' }])
  })

  it('are none between two people, nor where one ends as the other begins', () => {
    expect(agendaWarnings([slot('a', '09:00', '10:00'), slot('b', '09:00', '10:00', { people: ['you'] })]).size).toBe(0)
    expect(agendaWarnings([slot('a', '09:00', '10:00'), slot('b', '10:00', '11:00')]).size).toBe(0)
  })

  it('are found behind a short appointment too, and shown once for two people who share both', () => {
    const people = ['me', 'you']
    const warnings = agendaWarnings([
      slot('long', '08:00', '18:00', { people }),
      slot('first', '09:00', '10:00'),
      slot('second', '15:00', '16:00', { people }),
    ])
    expect(warnings.get('long')?.map(({ other }) => other)).toEqual(['first', 'second'])
    expect(warnings.get('second')).toEqual([{ kind: 'overlap', other: 'long' }])
  })
})

describe('[CAL-06 travel] journeys that are too long', () => {
  it('are shown where the person would be late, with the estimate and the available time', () => {
    const warnings = agendaWarnings([slot('a', '09:00', '10:00'), slot('b', '11:00', '12:00', { place: ANGERS })])
    expect([...warnings]).toEqual([['b', [{ kind: 'travel', other: 'a', minutes: 125, km: 104, gap: 60 }]]])
  })

  it('there are none with enough time, on another day, or without a place', () => {
    const later = (from: string, to: string, more: Partial<PlannedSlot> = {}) =>
      agendaWarnings([slot('a', '09:00', '10:00'), slot('b', from, to, { place: ANGERS, ...more })]).size
    expect(later('12:30', '13:30')).toBe(0)
    expect(later('11:00', '12:00', { start: '2026-11-21 08:00', end: '2026-11-21 09:00' })).toBe(0)
    expect(later('11:00', '12:00', { place: null })).toBe(0)
    expect(later('11:00', '12:00', { people: ['you'] })).toBe(0)
  })

  it('start from the appointment that ends last', () => {
    const warnings = agendaWarnings([
      slot('long', '08:00', '10:30', { place: ANGERS }),
      slot('short', '08:30', '09:00'),
      slot('next', '11:00', '12:00'),
    ])
    expect(warnings.get('next')).toEqual([{ kind: 'travel', other: 'long', minutes: 125, km: 104, gap: 30 }])
  })
})
