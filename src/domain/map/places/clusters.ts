import type { Box, Position } from '../../../../schemas/rules/distance.ts'
import type { ClientOwner } from '../../clients/client-owner.ts'
import { latitudeAt, longitudeAt, WORLD_PX, worldX, worldY } from '../canvas/mercator.ts'

/** Points as typed arrays: the clustering reads 100,000 of them at each move of the map. */
export interface Cloud {
  /** World coordinates, 0 to 1. */
  x: Float64Array
  y: Float64Array
  /** Rank in OWNERS. */
  owner: Uint8Array
}

/** Mine first: a group has the colour of its first owner in this order. */
export const OWNERS: readonly ClientOwner[] = ['mine', 'agency', 'other']

/** One mark on the map: a client or a group. */
export interface Group extends Position {
  count: number
  owner: ClientOwner
  /** The index of the only point; null for a group. */
  index: number | null
  /** Box of the group's points: a tap zooms to it. */
  box: Box
}

/** Marks nearer than this, in pixels, become one. */
const APART_PX = 56
/** From this zoom on (a street), only points of the same place are still together. */
const SPLIT_ZOOM = 16
const SPLIT_PX = 4

interface Cell {
  count: number
  sumX: number
  sumY: number
  owner: number
  first: number
  minX: number
  maxX: number
  minY: number
  maxY: number
}

/** Starts a mark with one point. */
const cellOf = ({ owner, x, y, first }: { owner: number; x: number; y: number; first: number }): Cell => ({
  count: 1,
  sumX: x,
  sumY: y,
  owner,
  first,
  minX: x,
  maxX: x,
  minY: y,
  maxY: y,
})

/** Adds points to a mark without an allocation: it runs 100,000 times a move. */
function add(cell: Cell, owner: number, x: number, y: number): void {
  cell.count += 1
  cell.sumX += x
  cell.sumY += y
  if (owner < cell.owner) cell.owner = owner
  if (x < cell.minX) cell.minX = x
  if (x > cell.maxX) cell.maxX = x
  if (y < cell.minY) cell.minY = y
  if (y > cell.maxY) cell.maxY = y
}

function absorb(cell: Cell, other: Cell): void {
  cell.count += other.count
  cell.sumX += other.sumX
  cell.sumY += other.sumY
  cell.owner = Math.min(cell.owner, other.owner)
  cell.minX = Math.min(cell.minX, other.minX)
  cell.maxX = Math.max(cell.maxX, other.maxX)
  cell.minY = Math.min(cell.minY, other.minY)
  cell.maxY = Math.max(cell.maxY, other.maxY)
}

interface Look {
  box: Box
  /** Only this owner's. */
  owner: ClientOwner | undefined
}

/** Squares of the whole world by number, row after row, so that groups stay at their place while the map moves. */
function cells(
  cloud: Cloud,
  { box, owner, size, columns }: Look & { size: number; columns: number },
): Map<number, Cell> {
  const rank = owner === undefined ? null : OWNERS.indexOf(owner)
  const [west, east] = [worldX(box.west), worldX(box.east)]
  const [north, south] = [worldY(box.north), worldY(box.south)]
  const found = new Map<number, Cell>()
  for (let first = 0; first < cloud.x.length; first += 1) {
    const x = cloud.x[first] ?? 0
    const y = cloud.y[first] ?? 0
    const mine = cloud.owner[first] ?? OWNERS.length - 1
    if (x < west || x > east || y < north || y > south || (rank !== null && mine !== rank)) continue
    const key = Math.floor(y / size) * columns + Math.floor(x / size)
    const cell = found.get(key)
    if (cell) add(cell, mine, x, y)
    else found.set(key, cellOf({ owner: mine, x, y, first }))
  }
  return found
}

const away = (a: Cell, b: Cell): number =>
  Math.hypot(a.sumX / a.count - b.sumX / b.count, a.sumY / a.count - b.sumY / b.count)

/** Merges neighbouring squares whose middles nearly touch, the fullest first. */
function merged(all: Map<number, Cell>, { distance, columns }: { distance: number; columns: number }): Cell[] {
  const around = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * columns + column))
  const groups = new Map<number, Cell>()
  for (const [key, cell] of [...all].sort(([, a], [, b]) => b.count - a.count)) {
    const near = around.map((step) => groups.get(key + step)).find((group) => group && away(group, cell) < distance)
    if (near) absorb(near, cell)
    groups.set(key, near ?? cell)
  }
  return [...new Set(groups.values())]
}

/**
 * The marks for a box of the map at a zoom (GEO-02). One pass over the points, without an index to maintain: 100,000 points take some
 * milliseconds, in the map's worker.
 */
export function clusters(cloud: Cloud, { zoom, ...look }: Look & { zoom: number }): Group[] {
  const level = Math.floor(zoom)
  const size = (level >= SPLIT_ZOOM ? SPLIT_PX : APART_PX) / (WORLD_PX * 2 ** level)
  const columns = Math.ceil(1 / size)
  return merged(cells(cloud, { ...look, size, columns }), { distance: size * 0.75, columns }).map((cell) => ({
    LONGITUDE: longitudeAt(cell.sumX / cell.count),
    LATITUDE: latitudeAt(cell.sumY / cell.count),
    count: cell.count,
    owner: OWNERS[cell.owner] ?? 'other',
    index: cell.count === 1 ? cell.first : null,
    box: {
      west: longitudeAt(cell.minX),
      east: longitudeAt(cell.maxX),
      north: latitudeAt(cell.minY),
      south: latitudeAt(cell.maxY),
    },
  }))
}
