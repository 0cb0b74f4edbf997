import { describe, expect, it } from 'vitest'
import { longUntil } from './long-stays.ts'

const stay = (RDV_DEBUT: string, RDV_FIN: string) => ({ RDV_DEBUT, RDV_FIN })

describe('[DAY-03 complete] (long stays) the end of what lasts long', () => {
  it('is empty for what ends within two days of its first', () => {
    expect(longUntil(stay('2026-11-23 09:00', '2026-11-23 10:00'))).toBe('')
    expect(longUntil(stay('2026-11-23 09:00', '2026-11-25 23:59'))).toBe('')
  })

  it('is the end of what lasts longer', () => {
    expect(longUntil(stay('2026-11-23 09:00', '2026-11-26 08:00'))).toBe('2026-11-26 08:00')
    expect(longUntil(stay('2026-11-01 00:00', '2027-01-31 23:59'))).toBe('2027-01-31 23:59')
  })

  it('counts the slots of people that lie outside the hours of the works', () => {
    const works = stay('2026-11-23 08:00', '2026-11-23 17:00')
    const slot = (DEBUT: string, FIN: string) => [{ DEBUT, FIN }]
    expect(longUntil(works, slot('2026-11-23 08:00', '2026-11-23 12:00'))).toBe('')
    expect(longUntil(works, slot('2026-12-10 08:00', '2026-12-10 17:00'))).toBe('2026-12-10 17:00')
    expect(longUntil(works, slot('2026-11-20 08:00', '2026-11-20 17:00'))).toBe('2026-11-23 17:00')
  })

  it('is empty for a damaged record', () => {
    expect(longUntil(stay('2026-02-31 09:00', '2026-03-09 09:00'))).toBe('')
  })
})
