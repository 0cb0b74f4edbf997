import { type Box, boxAround, distanceKm, type Position } from '../../../schemas/rules/distance.ts'
import type { MapView } from './canvas/map-canvas.ts'
import { zoomFor } from './map-address.ts'

/** A map that opens on one place shows its surroundings, too. */
const LEAST_KM = 5
/** Around the agency's town. */
const AGENCY_KM = 20

const middleOf = ({ south, north, west, east }: Box): Position => ({
  LATITUDE: (south + north) / 2,
  LONGITUDE: (west + east) / 2,
})

/** A box that holds these places and some kilometres around; null for none. */
export function boxOf(places: readonly Position[]): Box | null {
  const [first] = places
  if (!first) return null
  const all = places.map((place) => boxAround(place, LEAST_KM))
  return all.reduce((a, b) => ({
    south: Math.min(a.south, b.south),
    north: Math.max(a.north, b.north),
    west: Math.min(a.west, b.west),
    east: Math.max(a.east, b.east),
  }))
}

export const aroundTown = (town: Position): Box => boxAround(town, AGENCY_KM)

/** A view that shows a box: its middle, and a zoom by the way to its farther side. */
export function viewOfBox(box: Box): MapView {
  const centre = middleOf(box)
  const sides = [
    { ...centre, LATITUDE: box.north },
    { ...centre, LONGITUDE: box.east },
  ]
  return { ...centre, zoom: zoomFor(Math.max(...sides.map((side) => distanceKm(centre, side)))) }
}
