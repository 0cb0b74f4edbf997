import { useEffect, useState } from 'react'
import type { Place } from '../../../schemas/communes/find-communes.ts'
import { callApi } from '../../data/api/api.ts'
import { isNumber, isText, listOf, objectOf, oneOf, orNull, type Shape } from '../../data/api/shape.ts'
import type { MapPlaces } from './places/map-places.ts'

const TYPING_MS = 300
const SHORTEST = 2
const PATIENCE_MS = 4000

export const isPlaces: Shape<Place[]> = listOf(
  objectOf({
    label: isText,
    ADRESSE: orNull(isText),
    CODE_POSTAL: orNull(isText),
    VILLE: isText,
    LATITUDE: isNumber,
    LONGITUDE: isNumber,
    precision: oneOf('housenumber', 'street', 'municipality'),
    score: isNumber,
  }),
)

/** The server's answer when there is one in time, else the communes of this device (GEO-04). */
export async function geocode(places: MapPlaces | null, address: string): Promise<Place[]> {
  const offline = (): Promise<Place[]> => places?.ask('communes', { text: address }) ?? Promise.resolve([])
  if (!navigator.onLine) return offline()
  try {
    return await callApi('/geocodage', isPlaces, {
      query: { address },
      signal: AbortSignal.timeout(PATIENCE_MS),
      silent: true,
      ownRefusal: true,
    })
  } catch {
    return offline()
  }
}

/** Points that a typed address may be; undefined while the answer is awaited. */
export function useGeocoding(places: MapPlaces | null, text: string): Place[] | undefined {
  const [found, setFound] = useState<{ text: string; places: Place[] }>({ text: '', places: [] })
  const wanted = text.trim()
  useEffect(() => {
    if (wanted.length < SHORTEST) return
    let left = false
    const timer = setTimeout(() => {
      void geocode(places, wanted)
        .catch(() => [])
        .then((answer) => {
          if (!left) setFound({ text: wanted, places: answer })
        })
    }, TYPING_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [places, wanted])
  if (wanted.length < SHORTEST) return []
  return found.text === wanted ? found.places : undefined
}
