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

  it('fits into a gap that is just as long, and not into one a minute shorter', () => {
    expect(way('2026-11-20 12:05', angers)).toMatchObject({ minutes: 125, gap: 125, tight: false })
    expect(way('2026-11-20 12:04', angers)).toMatchObject({ gap: 124, tight: true })
  })

  it('is none within two hundred metres, and five minutes at least beyond', () => {
    // A degree of latitude is 111.2 km.
    const north = (km: number) => ({ LATITUDE: nantes.LATITUDE + km / 111.2, LONGITUDE: nantes.LONGITUDE })
    expect(way('2026-11-20 11:00', north(0.19))).toBeNull()
    expect(way('2026-11-20 11:00', north(0.21))).toMatchObject({ km: 1, minutes: 5 })
  })

  it('is null between two visits at one place, and from an unknown place', () => {
    expect(way('2026-11-20 11:00', nantes)).toBeNull()
    expect(way('2026-11-20 11:00', { LATITUDE: null, LONGITUDE: null })).toBeNull()
  })
})
