import type { Place } from '../../../schemas/communes/find-communes.ts'
import type { Position } from '../../../schemas/rules/distance.ts'
import { POINT_DIGITS } from '../../domain/map/point-text.ts'

/** The first values of the client form for a lead at a point: the known parts of its address, its point, a project. */
export function leadValues({
  centre,
  place,
  commune,
}: {
  centre: Position
  /** The search result at the point. */
  place: Place | null
  /** The commune around a point that comes from no search. */
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
