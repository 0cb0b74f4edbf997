import { describe, expect, it } from 'vitest'
import { proposedTimes, rdvTimes } from './rdv-times.ts'

const times = (start: string, end: string) => ({ RDV_DEBUT: start, RDV_FIN: end })

describe('the times that a new appointment opens with', () => {
  const taken = [{ IDPERSONNEL: 'me', kind: 'rdv' as const, debut: '2026-11-20 15:00', fin: '2026-11-20 16:30' }]
  const propose = (values: object) =>
    proposedTimes({ IDPERSONNELS: ['me'], ...values }, { minutes: 60, now: '2026-11-20 14:20', taken, hours: null })

  it('are the next free ones of its people', () => {
    expect(propose({})).toEqual(times('2026-11-20 17:00', '2026-11-20 18:00'))
    expect(propose({ IDPERSONNELS: ['other'] })).toEqual(times('2026-11-20 15:00', '2026-11-20 16:00'))
  })

  it('are those of the slot that was chosen, whoever is taken then', () => {
    expect(propose({ RDV_DEBUT: '2026-11-20 15:00' })).toEqual(times('2026-11-20 15:00', '2026-11-20 16:00'))
  })
})

describe('[SET-03 lists] the length of a nature', () => {
  const minutesOf = (nature: unknown) => ({ visite: 90, conge: 240 })[String(nature)] ?? null
  const nature = (to: string, from: string, end: string, usual: number | null = 60) => {
    const previous = { RDV_DEBUT: '2026-11-20 09:00', RDV_FIN: end, IDNATURE_RDV: from }
    const next = { ...previous, IDNATURE_RDV: to }
    return rdvTimes({ previous, next, changed: 'IDNATURE_RDV' }, { minutesOf, usual }).RDV_FIN
  }

  it('is proposed for the end when the nature is chosen, and follows another nature', () => {
    expect(nature('visite', '', '2026-11-20 10:00')).toBe('2026-11-20 10:30')
    expect(nature('visite', '', '')).toBe('2026-11-20 10:30')
    expect(nature('conge', 'visite', '2026-11-20 10:30')).toBe('2026-11-20 13:00')
    expect(nature('autre', 'visite', '2026-11-20 10:30')).toBe('2026-11-20 10:30')
  })

  it('leaves an end that somebody chose, and the hour of an appointment that is edited', () => {
    expect(nature('visite', '', '2026-11-20 12:00')).toBe('2026-11-20 12:00')
    expect(nature('conge', 'visite', '2026-11-20 10:00')).toBe('2026-11-20 10:00')
    expect(nature('visite', 'autre', '2026-11-20 10:00', null)).toBe('2026-11-20 10:00')
  })
})
