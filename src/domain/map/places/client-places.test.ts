import { describe, expect, it } from 'vitest'
import { processorTime } from '../../../../tests/support/slowness.ts'
import { type ClientRow, clientPlaces, LISTED } from './client-places.ts'

const me = { id: 'moi', agences: ['nantes'] }
const row = (id: string, values: Partial<ClientRow> = {}): ClientRow => ({
  id,
  name: `Client ${id}`,
  phone: null,
  town: 'Nantes',
  IDADRESSE: `a-${id}`,
  IDPERSONNEL: null,
  IDAGENCE: null,
  IDLABELS: [],
  ...values,
})
const at = (id: string, LATITUDE: number | null, LONGITUDE: number | null) => ({
  id: `a-${id}`,
  LATITUDE,
  LONGITUDE,
  label: `Rue ${id}`,
})
const CENTRE = { LATITUDE: 47.2, LONGITUDE: -1.55 }
const BOX = { south: 47, north: 48, west: -2, east: -1 }

function some() {
  const places = clientPlaces(me)
  places.putClients([
    row('near', { IDPERSONNEL: 'moi' }),
    row('far', { IDAGENCE: 'nantes' }),
    row('other', { IDAGENCE: 'brest' }),
    row('nowhere'),
    row('homeless', { IDADRESSE: null }),
  ])
  places.putAddresses([
    at('near', 47.2005, -1.55),
    at('far', 47.208, -1.55),
    at('other', 47.3, -1.55),
    at('nowhere', null, null),
  ])
  return places
}

describe('clients on the map', () => {
  it('[GEO-03] around a point within a radius of 1 km: the nearest first, with distances', () => {
    const { total, places } = some().around({ centre: CENTRE, radiusKm: 1 })
    expect(total).toBe(2)
    expect(places.map(({ id, address }) => `${id}, ${address}`)).toEqual(['near, Rue near', 'far, Rue far'])
    expect(places[0]?.km).toBeCloseTo(0.056, 2)
    expect(some().around({ centre: CENTRE, radiusKm: 20 }).total).toBe(3)
  })

  it('[GEO-02] tells the owner of each client', () => {
    const { places } = some().within({ box: BOX })
    expect(Object.fromEntries(places.map(({ id, owner }) => [id, owner]))).toEqual({
      near: 'mine',
      far: 'agency',
      other: 'other',
    })
    expect(
      some()
        .within({ box: BOX, owner: 'agency' })
        .places.map(({ id }) => id),
    ).toEqual(['far'])
    expect(some().around({ centre: CENTRE, radiusKm: 1, owner: 'mine' }).total).toBe(1)
  })

  it('counts clients without a point, which are in no list', () => {
    expect(some().count()).toEqual({ clients: 5, located: 3 })
  })

  it('follows changes: a moved address, another commercial, a deletion', () => {
    const places = some()
    places.putAddresses([at('nowhere', 47.2, -1.55)])
    places.putClients([row('far', { IDPERSONNEL: 'moi' })])
    places.drop('client', 'near')
    const { places: found } = places.around({ centre: CENTRE, radiusKm: 1 })
    expect(found.map(({ id, owner }) => `${id} ${owner}`)).toEqual(['nowhere other', 'far mine'])
    places.drop('adresse', 'a-far')
    expect(places.one('far')).toBeNull()
  })

  it('a mark names its client', () => {
    const marks = some().marks({ box: BOX, zoom: 12 })
    expect(marks.map(({ client }) => client).sort()).toEqual(['far', 'near', 'other'])
    expect(some().marks({ box: BOX, zoom: 3 })).toMatchObject([{ client: null, count: 3, owner: 'mine' }])
  })

  it('lists only the nearest of very many, and counts them all', () => {
    const places = clientPlaces(me)
    const ids = Array.from({ length: LISTED + 50 }, (_, i) => `c${i}`)
    places.putClients(ids.map((id) => row(id)))
    places.putAddresses(ids.map((id, i) => at(id, 47.2 + i * 1e-6, -1.55)))
    const found = places.around({ centre: CENTRE, radiusKm: 5 })
    expect(found.total).toBe(LISTED + 50)
    expect(found.places).toHaveLength(LISTED)
    expect(found.places[0]?.id).toBe('c0')
  })

  it('[SET-05 filter] (map) marks and lists of a label have the clients that hold it, also after a change', () => {
    const places = clientPlaces(me)
    places.putClients([row('a', { IDLABELS: ['vip', 'tiede'] }), row('b', { IDLABELS: ['tiede'] }), row('c')])
    places.putAddresses([at('a', 47.5, -1.5), at('b', 47.6, -1.4), at('c', 47.7, -1.3)])
    const box = BOX
    const seen = (label?: string): string[] => places.within({ box, label }).places.map(({ id }) => id)
    const counted = (label?: string): number =>
      places.marks({ box, zoom: 6, label }).reduce((sum, { count }) => sum + count, 0)
    expect([seen().sort(), seen('tiede').sort(), seen('vip'), seen('autre')]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
      ['a'],
      [],
    ])
    expect([counted(), counted('tiede'), counted('vip')]).toEqual([3, 2, 1])
    const centre = { LATITUDE: 47.5, LONGITUDE: -1.5 }
    expect(places.around({ centre, radiusKm: 100, label: 'vip' }).total).toBe(1)
    places.putClients([row('c', { IDLABELS: ['vip'] })])
    expect([seen('vip').sort(), counted('vip')]).toEqual([['a', 'c'], 2])
  })

  it('[GEO-02] of 100,000 in view it lists the nearest to the middle, and counts them all', () => {
    const places = clientPlaces(me)
    const ids = Array.from({ length: 100_000 }, (_, i) => `c${i}`)
    places.putClients(ids.map((id) => row(id)))
    // A grid of 400 by 250 over the box, in no order of distance.
    places.putAddresses(ids.map((id, i) => at(id, 47 + (i % 250) / 250, -2 + Math.floor(i / 250) / 400)))
    places.count()
    expect(processorTime(() => places.within({ box: BOX }))).toBeLessThan(600)
    const { total, places: listed } = places.within({ box: BOX })
    expect(total).toBe(100_000)
    expect(listed).toHaveLength(LISTED)
    expect(listed[0]).toMatchObject({ LATITUDE: 47.5, LONGITUDE: -1.5, km: 0 })
    const exact = places.around({ centre: { LATITUDE: 47.5, LONGITUDE: -1.5 }, radiusKm: 20 }).places
    expect(listed.map(({ id }) => id)).toEqual(exact.map(({ id }) => id))
  })
})

it('[GEO-01] a map opens on most of my clients, else on those of my agency, else on all; without a point on none', () => {
  const near = { LATITUDE: 47.2, LONGITUDE: -1.55 }
  const places = clientPlaces(me)
  expect(places.home()).toBeNull()
  const put = (id: string, values: Partial<ClientRow>, latitude: number) => {
    places.putClients([row(id, values)])
    places.putAddresses([at(id, latitude, near.LONGITUDE)])
  }
  const holdsLatitude = (latitude: number): boolean => {
    const box = places.home()
    return box !== null && box.south < latitude && latitude < box.north
  }
  put('other', { IDAGENCE: 'brest' }, 48.4)
  expect(holdsLatitude(48.4)).toBe(true)
  put('agency', { IDAGENCE: 'nantes' }, 47.5)
  expect([holdsLatitude(47.5), holdsLatitude(48.4)]).toEqual([true, false])
  // One of twenty has moved to the other end of the country.
  for (let n = 0; n < 20; n += 1) put(`mine-${n}`, { IDPERSONNEL: 'moi' }, n === 0 ? 43.3 : near.LATITUDE)
  expect([holdsLatitude(near.LATITUDE), holdsLatitude(43.3), holdsLatitude(47.5)]).toEqual([true, false, false])
})
