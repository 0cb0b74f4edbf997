/** Degrees, WGS 84. */
export interface Position {
  LATITUDE: number
  LONGITUDE: number
}

/** Where a map opens when nothing better is known: [latitude, longitude], the middle of France (GEO-01). */
export const DEFAULT_POSITION = [46.603354, 1.888334] as const
export const DEFAULT_RADIUS_KM = 1

const EARTH_RADIUS_KM = 6371.0088
const KM_PER_DEGREE = (Math.PI * EARTH_RADIUS_KM) / 180
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great circle distance in kilometres (haversine on the mean Earth radius: within 0.6 % of the ellipsoid). */
export function distanceKm(a: Position, b: Position): number {
  const [latA, latB] = [radians(a.LATITUDE), radians(b.LATITUDE)]
  const h =
    Math.sin((latB - latA) / 2) ** 2 +
    Math.cos(latA) * Math.cos(latB) * Math.sin(radians(b.LONGITUDE - a.LONGITUDE) / 2) ** 2
  // Rounding can bring h above 1 for antipodes, where asin has no answer.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The position of a record, or null when it is not known. */
export const positionOf = (place: { LATITUDE: number | null; LONGITUDE: number | null }): Position | null =>
  place.LATITUDE === null || place.LONGITUDE === null ? null : { LATITUDE: place.LATITUDE, LONGITUDE: place.LONGITUDE }

export interface Box {
  south: number
  north: number
  west: number
  east: number
}

/** A box in degrees that holds the whole circle, to select by index first. Not for circles across the 180th meridian. */
export function boxAround(centre: Position, radiusKm: number): Box {
  const lat = radiusKm / KM_PER_DEGREE
  const [south, north] = [Math.max(-90, centre.LATITUDE - lat), Math.min(90, centre.LATITUDE + lat)]
  // The circle is widest on the side of the nearer pole; near a pole every longitude is close.
  const shrink = Math.cos(radians(Math.max(Math.abs(south), Math.abs(north))))
  const lon = shrink < 1e-6 ? 180 : Math.min(180, lat / shrink)
  return { south, north, west: centre.LONGITUDE - lon, east: centre.LONGITUDE + lon }
}

/** Places within `radiusKm` of `centre` (the edge included), nearest first, each with its distance; unknown positions are left out. */
export function nearby<P extends { LATITUDE: number | null; LONGITUDE: number | null }>(
  places: readonly P[],
  { centre, radiusKm = DEFAULT_RADIUS_KM }: { centre: Position; radiusKm?: number },
): { place: P; km: number }[] {
  const found: { place: P; km: number }[] = []
  for (const place of places) {
    const position = positionOf(place)
    if (position === null) continue
    const km = distanceKm(centre, position)
    if (km <= radiusKm) found.push({ place, km })
  }
  return found.sort((a, b) => a.km - b.km)
}
