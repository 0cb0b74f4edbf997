import Type from 'typebox'
import Value from 'typebox/value'
import type { Place, Precision } from '../../../schemas/communes/find-communes.ts'
import type { Send } from '../http/outbound.ts'
import type { Geocoder } from './geocoder.ts'

export interface GeoplateformeOptions {
  /** `https://data.geopf.fr/geocodage/search` */
  url: string
  send: Send
  /** Answers when the service does not. */
  fallback: Geocoder
  onError: (error: unknown) => void
}

const Feature = Type.Object({
  geometry: Type.Object({ coordinates: Type.Array(Type.Number(), { minItems: 2 }) }),
  properties: Type.Object({
    label: Type.String(),
    type: Type.String(),
    score: Type.Optional(Type.Number()),
    name: Type.Optional(Type.String()),
    postcode: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
  }),
})
const Answer = Type.Object({ features: Type.Array(Feature) })

/** A hamlet (« locality ») is as good as a street. */
const PRECISION: Readonly<Record<string, Precision>> = {
  housenumber: 'housenumber',
  street: 'street',
  locality: 'street',
  municipality: 'municipality',
}

/** IGN's geocoder (Géoplateforme), the national address base as GeoJSON. */
export function geoplateforme({ url, send, fallback, onError }: GeoplateformeOptions): Geocoder {
  const ask = async (address: string): Promise<Place[]> => {
    const query = new URLSearchParams({ q: address, limit: '5', autocomplete: '0' })
    const { status, body } = await send({ url: `${url}?${query}`, timeoutMs: 5000, allowPrivate: true })
    if (status !== 200) throw new Error(`The geocoder answered ${status}`)
    const answer = Value.Parse(Answer, JSON.parse(body.toString('utf8')))
    return answer.features.flatMap(({ geometry, properties }) => {
      const precision = PRECISION[properties.type]
      const [LONGITUDE = 0, LATITUDE = 0] = geometry.coordinates
      if (precision === undefined || Math.abs(LATITUDE) > 90 || Math.abs(LONGITUDE) > 180) return []
      const { label, name = null, postcode = null, city = '', score = 0 } = properties
      return [
        {
          label,
          ADRESSE: precision === 'municipality' ? null : name,
          CODE_POSTAL: postcode,
          VILLE: city,
          LATITUDE,
          LONGITUDE,
          precision,
          score: Math.min(1, Math.max(0, score)),
        },
      ]
    })
  }
  return {
    search: async (address) => {
      try {
        return await ask(address)
      } catch (error) {
        onError(error)
        return fallback.search(address)
      }
    },
  }
}
