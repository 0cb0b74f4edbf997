import { describe, expect, it } from 'vitest'
import { adjustTimes, defaultTimes } from './rdv-times.ts'

const times = (start: string, end: string) => ({ RDV_DEBUT: start, RDV_FIN: end })
const change = (changed: string, previous: Record<string, string>, value: string) =>
  adjustTimes({ previous, next: { ...previous, [changed]: value }, changed })

describe('times of an appointment', () => {
  const before = times('2026-11-20 09:00', '2026-11-20 10:30')

  it('[RES-09] moves an end less than one hour after the start to the start + 1 h', () => {
    expect(change('RDV_FIN', before, '2026-11-20 09:30').RDV_FIN).toBe('2026-11-20 10:00')
    expect(change('RDV_FIN', before, '2026-11-20 08:00').RDV_FIN).toBe('2026-11-20 10:00')
    expect(change('RDV_FIN', before, '2026-11-20 10:00').RDV_FIN).toBe('2026-11-20 10:00')
    expect(change('RDV_FIN', before, '2026-11-20 12:00').RDV_FIN).toBe('2026-11-20 12:00')
    expect(change('RDV_DEBUT', times('', '2026-11-20 09:30'), '2026-11-20 09:00').RDV_FIN).toBe('2026-11-20 10:00')
  })

  it('moves the end with the start', () => {
    expect(change('RDV_DEBUT', before, '2026-11-21 14:00')).toEqual(times('2026-11-21 14:00', '2026-11-21 15:30'))
    expect(change('RDV_DEBUT', times('', ''), '2026-11-21 14:00')).toEqual(
      times('2026-11-21 14:00', '2026-11-21 15:00'),
    )
  })

  it('does not change half-typed times and other fields', () => {
    expect(change('RDV_DEBUT', before, '2026-11-21 ')).toEqual({ ...before, RDV_DEBUT: '2026-11-21 ' })
    expect(change('RDV_FIN', before, ' 11:00')).toEqual({ ...before, RDV_FIN: ' 11:00' })
    expect(change('RDV_OBJET', before, 'Visite')).toEqual({ ...before, RDV_OBJET: 'Visite' })
  })

  describe('[SET-03 lists] the length of a nature', () => {
    const minutesOf = (nature: unknown) => ({ visite: 90, conge: 240 })[String(nature)] ?? null
    const nature = (to: string, from: string, end: string, usual: number | null = 60) => {
      const previous = { RDV_DEBUT: '2026-11-20 09:00', RDV_FIN: end, IDNATURE_RDV: from }
      const next = { ...previous, IDNATURE_RDV: to }
      return adjustTimes({ previous, next, changed: 'IDNATURE_RDV' }, { minutesOf, usual }).RDV_FIN
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

  it('starts a new appointment at the next whole hour of the company', () => {
    expect(defaultTimes(new Date('2026-11-20T13:20:00Z'), 'Europe/Paris')).toEqual(
      times('2026-11-20 15:00', '2026-11-20 16:00'),
    )
    const startAt = (instant: string) => defaultTimes(new Date(instant), 'Europe/Paris').RDV_DEBUT
    expect(startAt('2026-11-20T22:59:00Z')).toBe('2026-11-21 08:00')
    expect(startAt('2026-11-20T19:10:00Z')).toBe('2026-11-21 08:00')
    expect(startAt('2026-11-20T01:10:00Z')).toBe('2026-11-20 08:00')
  })
})
