import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround, DEFAULT_POSITION, DEFAULT_RADIUS_KM, distanceKm, nearby, positionOf } from './distance.ts'

const at = (LATITUDE: number, LONGITUDE: number) => ({ LATITUDE, LONGITUDE })
const [PARIS, LYON, BREST, STRASBOURG] = [
  at(48.8566, 2.3522),
  at(45.764, 4.8357),
  at(48.3904, -4.4861),
  at(48.5734, 7.7521),
]

describe('great circle distance', () => {
  it.each([
    [PARIS, LYON, 391.5],
    [BREST, STRASBOURG, 901.3],
    [at(0, 0), at(0, 180), 20_015.1],
    [at(90, 0), at(-90, 50), 20_015.1],
    [at(0, 179.5), at(0, -179.5), 111.2],
    [PARIS, PARIS, 0],
  ])('[GEO-01] from %o to %o is %s km', (a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, 0)
    expect(distanceKm(b, a)).toBeCloseTo(distanceKm(a, b), 9)
  })

  it('[GEO-01] the map opens in the middle of France, the radius is 1 km', () => {
    expect(DEFAULT_POSITION).toEqual([46.603354, 1.888334])
    expect(DEFAULT_RADIUS_KM).toBe(1)
  })
})

describe('around a point', () => {
  const place = (id: string, LATITUDE: number | null, LONGITUDE: number | null) => ({ id, LATITUDE, LONGITUDE })
  const places = [
    place('far', 48.8566, 2.38),
    place('near', 48.857, 2.353),
    place('here', 48.8566, 2.3522),
    place('unknown', null, null),
    place('half', 48.8566, null),
  ]

  it('[GEO-01] finds what is within 1 km by default, nearest first', () => {
    expect(nearby(places, { centre: PARIS }).map(({ place }) => place.id)).toEqual(['here', 'near'])
    expect(nearby(places, { centre: PARIS, radiusKm: 5 }).map(({ place }) => place.id)).toEqual(['here', 'near', 'far'])
    expect(nearby(places, { centre: PARIS, radiusKm: 0 }).map(({ km }) => km)).toEqual([0])
  })

  it('takes half a position as none', () => {
    expect(positionOf(place('a', 0, 0))).toEqual(at(0, 0))
    expect(positionOf(place('a', null, 2))).toBeNull()
  })

  it('the box holds the whole circle', () => {
    const lat = fc.double({ min: -89, max: 89, noNaN: true })
    const lon = fc.double({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(lat, lon, lat, lon, fc.double({ min: 0.1, max: 2000, noNaN: true }), (a, b, c, d, radius) => {
        const box = boxAround(at(a, b), radius)
        if (distanceKm(at(a, b), at(c, d)) > radius) return
        expect(c >= box.south - 1e-9 && c <= box.north + 1e-9).toBe(true)
        expect(d >= box.west - 1e-9 && d <= box.east + 1e-9).toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(boxAround(at(90, 0), 1)).toMatchObject({ west: -180, east: 180, north: 90 })
  })
})
