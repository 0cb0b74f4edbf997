import type { Box, Position } from '../../../../schemas/rules/distance.ts'

/** Side of the world in pixels at zoom 0, as the map draws it. */
export const WORLD_PX = 512

/** At higher latitudes Mercator goes to infinity. */
const MOST_LATITUDE = 85.051129

export const worldX = (longitude: number): number => (longitude + 180) / 360
export function worldY(latitude: number): number {
  const held = Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude))
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (held * Math.PI) / 360)) / (2 * Math.PI)
}
export const longitudeAt = (x: number): number => x * 360 - 180
export const latitudeAt = (y: number): number => (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90

export const holds = (box: Box, { LATITUDE, LONGITUDE }: Position): boolean =>
  LATITUDE >= box.south && LATITUDE <= box.north && LONGITUDE >= box.west && LONGITUDE <= box.east

const CIRCLE_POINTS = 64
const KM_PER_DEGREE = 111.195

/** A circle on the ground as a closed ring of [longitude, latitude]: the search radius on the map. */
export function circle({ LATITUDE, LONGITUDE }: Position, radiusKm: number): [number, number][] {
  const lat = radiusKm / KM_PER_DEGREE
  const lon = lat / Math.max(0.01, Math.cos((LATITUDE * Math.PI) / 180))
  return Array.from({ length: CIRCLE_POINTS + 1 }, (_, i) => {
    const angle = ((i % CIRCLE_POINTS) / CIRCLE_POINTS) * 2 * Math.PI
    return [LONGITUDE + lon * Math.sin(angle), LATITUDE + lat * Math.cos(angle)]
  })
}
