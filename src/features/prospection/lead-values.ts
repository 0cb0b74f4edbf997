import type { Place } from '../../../schemas/communes/find-communes.ts'
import type { Position } from '../../../schemas/rules/distance.ts'
import { POINT_DIGITS } from '../../components/map/point-text.ts'

/** What the client form opens with for a lead met at a point: its place in words as far as it is known, its point, a project. */
export function leadValues({
  centre,
  place,
  commune,
}: {
  centre: Position
  /** What a search found there. */
  place: Place | null
  /** The commune around a point that nobody searched for. */
  commune: { VILLE: string; CODE_POSTAL: string | null } | null
}): Record<string, string> {
  const words = place ?? commune
  return {
    projet: '1',
    ...(place?.ADRESSE ? { ADRESSE: place.ADRESSE } : {}),
    ...(words?.CODE_POSTAL ? { CODE_POSTAL: words.CODE_POSTAL } : {}),
    ...(words ? { VILLE: words.VILLE } : {}),
    LATITUDE: centre.LATITUDE.toFixed(POINT_DIGITS),
    LONGITUDE: centre.LONGITUDE.toFixed(POINT_DIGITS),
  }
}
