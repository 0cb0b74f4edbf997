import { describe, expect, it } from 'vitest'
import { mapQuery, readMapAddress } from './map-address.ts'

describe('the address of the map', () => {
  it('[GEO-01] opens on the middle of France, with a radius of 1 km', () => {
    expect(readMapAddress({})).toMatchObject({
      view: { LATITUDE: 46.603354, LONGITUDE: 1.888334 },
      centre: null,
      radiusKm: 1,
      client: null,
    })
  })

  it('[GEO-03] keeps the point, the radius, the owner of the clients and the view', () => {
    const centre = { LATITUDE: 47.21839, LONGITUDE: -1.55362 }
    const query = {
      ...mapQuery.around(centre),
      ...mapQuery.radius(5),
      ...mapQuery.owner('agency'),
      ...mapQuery.client('c1'),
    }
    expect(readMapAddress(query)).toMatchObject({
      view: centre,
      centre,
      radiusKm: 5,
      owner: 'agency',
      client: 'c1',
    })
    const view = { LATITUDE: 43.3, LONGITUDE: 5.4, zoom: 9.25 }
    expect(readMapAddress({ ...query, ...mapQuery.view(view) }).view).toEqual(view)
  })

  it.each([
    { autour: 'là-bas' },
    { autour: '95,2' },
    { autour: '47' },
    { rayon: '-3' },
    { rayon: 'loin' },
    { vue: '1,2,99' },
    { qui: 'personne' },
  ])('counts invalid values as absent: %j', (query) => {
    const address = readMapAddress(query)
    expect(address).toMatchObject({ centre: null, radiusKm: 1, owner: undefined })
    expect(address.view.zoom).toBe(readMapAddress({}).view.zoom)
  })
})
