import type { Box, Position } from '../../../schemas/rules/distance.ts'
import { worldX, worldY } from '../../domain/map/canvas/mercator.ts'
import type { Mark } from '../../domain/map/places/client-places.ts'
import { type Cloud, clusters, OWNERS } from '../../domain/map/places/clusters.ts'
import type { Orphan } from './use-orphans.ts'

/** A project with the place of its site. */
export type Placed = Orphan & { site: { place: Position } }

const isPlaced = (orphan: Orphan): orphan is Placed => orphan.site.place !== null

/** The projects that the map can show. */
export const placedOf = (orphans: readonly Orphan[]): Placed[] => orphans.filter(isPlaced)

const WORLD: Box = { south: -90, north: 90, west: -180, east: 180 }
/** The marks of the map need a colour: these projects are the agency's, since nobody has them yet. */
const AGENCY = OWNERS.indexOf('agency')

/** Marks of the projects at a zoom; those that stand near each other are one. The id of a mark's project is its `client`. */
export function marksOf(placed: readonly Placed[], zoom: number): Mark[] {
  const cloud: Cloud = {
    x: Float64Array.from(placed, ({ site }) => worldX(site.place.LONGITUDE)),
    y: Float64Array.from(placed, ({ site }) => worldY(site.place.LATITUDE)),
    owner: new Uint8Array(placed.length).fill(AGENCY),
  }
  return clusters(cloud, { box: WORLD, zoom, owner: undefined }).map(({ index, ...mark }) => ({
    ...mark,
    client: index === null ? null : (placed[index]?.site.id ?? null),
  }))
}

/** Degrees; about 30 m, as the map counts one place. */
const SAME_PLACE = 0.0003

const isAt = (a: Position, b: Position): boolean =>
  Math.abs(a.LATITUDE - b.LATITUDE) < SAME_PLACE && Math.abs(a.LONGITUDE - b.LONGITUDE) < SAME_PLACE

/** The projects of one place, in the order of the list. */
export const placedAt = (placed: readonly Placed[], point: Position): Placed[] =>
  placed.filter(({ site }) => isAt(site.place, point))

/** Degrees around the outermost projects: one project alone is shown with the towns near it. */
const AROUND = 0.1

/** The part of the map that holds all of them; null without any. */
export function boxOf(placed: readonly Placed[]): Box | null {
  if (placed.length === 0) return null
  const latitudes = placed.map(({ site }) => site.place.LATITUDE)
  const longitudes = placed.map(({ site }) => site.place.LONGITUDE)
  return {
    south: Math.min(...latitudes) - AROUND,
    north: Math.max(...latitudes) + AROUND,
    west: Math.min(...longitudes) - AROUND,
    east: Math.max(...longitudes) + AROUND,
  }
}
