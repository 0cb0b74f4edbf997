import { describe, expect, it } from 'vitest'
import { adjustTimes } from './linked-times.ts'

const times = (start: string, end: string) => ({ RDV_DEBUT: start, RDV_FIN: end })
const change = (changed: string, previous: Record<string, string>, value: string) =>
  adjustTimes({ previous, next: { ...previous, [changed]: value }, changed })

describe('times of an appointment or an intervention', () => {
  const before = times('2026-11-20 09:00', '2026-11-20 10:30')

  it('[RES-09 end] moves an end less than one hour after the start to the start + 1 h', () => {
    expect(change('RDV_FIN', before, '2026-11-20 09:30').RDV_FIN).toBe('2026-11-20 10:00')
    expect(change('RDV_FIN', before, '2026-11-20 08:00').RDV_FIN).toBe('2026-11-20 10:00')
    expect(change('RDV_FIN', before, '2026-11-20 10:00').RDV_FIN).toBe('2026-11-20 10:00')
    expect(change('RDV_FIN', before, '2026-11-20 12:00').RDV_FIN).toBe('2026-11-20 12:00')
    expect(change('RDV_DEBUT', times('', '2026-11-20 09:30'), '2026-11-20 09:00').RDV_FIN).toBe('2026-11-20 10:00')
  })

  it('[RES-09 start] moves the end with the start', () => {
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
})
