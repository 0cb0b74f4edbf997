import { describe, expect, it } from 'vitest'
import { travelBetween } from './travel.ts'

describe('the journey between two appointments', () => {
  const nantes = { LATITUDE: 47.2184, LONGITUDE: -1.5536 }
  const angers = { LATITUDE: 47.4784, LONGITUDE: -0.5632 }
  const way = (start: string, place: typeof nantes | { LATITUDE: null; LONGITUDE: null }) =>
    travelBetween({ end: '2026-11-20 10:00', place: nantes }, { start, place })

  it('is estimated from the great circle, and too long when the gap is shorter', () => {
    expect(way('2026-11-20 14:00', angers)).toEqual({ km: 104, minutes: 125, gap: 240, tight: false })
    expect(way('2026-11-20 11:00', angers)).toMatchObject({ gap: 60, tight: true })
    expect(way('2026-11-20 09:30', angers)).toMatchObject({ gap: -30, tight: true })
  })

  it('is null between two visits at one place, and from an unknown place', () => {
    expect(way('2026-11-20 11:00', nantes)).toBeNull()
    expect(way('2026-11-20 11:00', { LATITUDE: null, LONGITUDE: null })).toBeNull()
  })
})
