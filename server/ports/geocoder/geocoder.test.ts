import { afterEach, describe, expect, it } from 'vitest'
import { distanceKm } from '../../../schemas/rules/distance.ts'
import { type HttpProvider, httpProvider, type ProviderAnswer } from '../../../tests/support/stand-ins/http-provider.ts'
import { sendOutbound } from '../http/outbound.ts'
import { embeddedGeocoder } from './embedded-geocoder.ts'
import { geoplateforme } from './geoplateforme.ts'

const communes = embeddedGeocoder()

describe('the built-in communes', () => {
  it.each([
    ['12 rue de la Paix 44000 Nantes', '44000', 'Nantes'],
    ['44300 NANTES', '44300', 'Nantes'],
    ['3 impasse des Lilas, 38000 Grenoble cedex 2', '38000', 'Grenoble'],
    ['St Etienne', '42000', 'Saint-Étienne'],
    ['10 avenue de Paris, 69003 Lyon', '69003', 'Lyon'],
    ['rue de Paris, Lyon', '69001', 'Lyon'],
    ['8 rue du Port 29200 Brets', '29200', 'Brest'],
    ['Bordaux', '33000', 'Bordeaux'],
    ['l’haÿ-les-roses', '94240', "L'Haÿ-les-Roses"],
    ['97400', '97400', 'Saint-Denis'],
    ['14 rue Jean Jaurès 75019', '75019', 'Paris'],
  ])('[GEO-04] finds « %s » without a network', async (address, postcode, city) => {
    const [best] = await communes.search(address)
    expect(best).toMatchObject({ CODE_POSTAL: postcode, VILLE: city, precision: 'municipality', ADRESSE: null })
  })

  it('[GEO-04] puts a town within some kilometres of where it is, a village within thirty', async () => {
    const known = [
      ['Lyon', 45.7578, 4.832, 5],
      ['Quimper', 47.996, -4.0964, 5],
      // 100 inhabitants.
      ['26340 Aurel', 44.686, 5.279, 30],
    ] as const
    for (const [name, LATITUDE, LONGITUDE, within] of known) {
      const [found] = await communes.search(name)
      expect(distanceKm({ LATITUDE, LONGITUDE }, found ?? { LATITUDE: 0, LONGITUDE: 0 }), name).toBeLessThan(within)
    }
  })

  it('finds nothing in a text that is no address, and sorts what it finds', async () => {
    expect(await communes.search('xqzwv kjhgf')).toEqual([])
    expect(await communes.search('!!')).toEqual([])
    const many = await communes.search('Saint-Denis')
    expect(many.length).toBeLessThanOrEqual(5)
    expect(many.map(({ score }) => score)).toEqual(many.map(({ score }) => score).sort((a, b) => b - a))
  })
})

describe('Géoplateforme', () => {
  let service: HttpProvider | undefined
  afterEach(async () => {
    await service?.close()
    service = undefined
  })
  const errors: unknown[] = []
  const start = async (answer: () => ProviderAnswer | null) => {
    errors.length = 0
    service = await httpProvider(answer)
    return geoplateforme({
      url: `${service.origin}/geocodage/search`,
      send: sendOutbound,
      fallback: communes,
      onError: (error) => errors.push(error),
    })
  }
  const feature = (type: string, name: string, coordinates: number[] = [-1.55, 47.21]) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: {
      label: `${name} 44000 Nantes`,
      score: 0.97,
      type,
      name,
      postcode: '44000',
      citycode: '44109',
      city: 'Nantes',
    },
  })
  const collection = (...features: unknown[]) => ({
    status: 200,
    body: JSON.stringify({ type: 'FeatureCollection', features }),
  })

  it('[API-04] asks the service, and says how precise each answer is', async () => {
    const geocoder = await start(() =>
      collection(
        feature('housenumber', '12 Rue de la Paix'),
        feature('street', 'Rue de la Paix'),
        feature('locality', 'La Beaujoire'),
        feature('municipality', 'Nantes'),
        feature('planet', 'Mars'),
      ),
    )
    const places = await geocoder.search('12 rue de la Paix, Nantes & environs')
    expect(places.map(({ precision }) => precision)).toEqual(['housenumber', 'street', 'street', 'municipality'])
    expect(places[0]).toMatchObject({
      ADRESSE: '12 Rue de la Paix',
      LATITUDE: 47.21,
      LONGITUDE: -1.55,
      VILLE: 'Nantes',
    })
    expect(places[3]).toMatchObject({ ADRESSE: null })
    const asked = new URL(service?.requests[0]?.url ?? '', 'http://localhost')
    expect(asked.pathname).toBe('/geocodage/search')
    expect(asked.searchParams.get('q')).toBe('12 rue de la Paix, Nantes & environs')
  })

  it.each([
    ['an error', () => ({ status: 503 })],
    ['a page', () => ({ status: 200, body: '<html>' })],
    ['another shape', () => ({ status: 200, body: '{"features":[{"geometry":null}]}' })],
    ['silence', () => null],
  ])('[GEO-04] falls back to the built-in communes on %s', async (_, answer) => {
    const geocoder = await start(answer)
    expect((await geocoder.search('44000 Nantes'))[0]).toMatchObject({ VILLE: 'Nantes', precision: 'municipality' })
    expect(service?.requests).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })
})
