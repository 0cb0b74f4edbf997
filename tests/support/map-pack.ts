import { zxyToTileId } from 'pmtiles'
import type { Position } from '../../schemas/rules/distance.ts'
import { worldX, worldY } from '../../src/domain/map/canvas/mercator.ts'

/**
 * A detailed map of a square kilometre or two, as the real archives are: PMTiles 3, vector tiles with the layers of the Protomaps basemap.
 * A pond lies around its middle, a street runs through the pond, the rest is land.
 */
export interface MapPackOptions {
  middle: Position
  /** Half the side of the pond, in degrees of longitude. */
  pond?: number
  street?: string
  minZoom?: number
  maxZoom?: number
  attribution?: string
  /** Number of filler bytes after the tiles, to make a download long enough to interrupt. */
  padding?: number
}

const EXTENT = 4096
/** Tiles reach a little over their edge. */
const BUFFER = 64

// The parts of Protocol Buffers that tiles need.
function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}
const whole = (tag: number, value: number): number[] => [...varint(tag * 8), ...varint(value)]
const block = (tag: number, bytes: readonly number[]): number[] => [
  ...varint(tag * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const text = (tag: number, words: string): number[] => block(tag, [...new TextEncoder().encode(words)])
const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2)

type Point = readonly [x: number, y: number]
const command = (id: number, count: number): number[] => varint(id + count * 8)

/** MoveTo, LineTo and, for a surface, ClosePath. */
function geometry(points: readonly Point[], isSurface: boolean): number[] {
  let [x, y] = [0, 0]
  const step = ([toX, toY]: Point): number[] => {
    const moved = [...varint(zigzag(toX - x)), ...varint(zigzag(toY - y))]
    ;[x, y] = [toX, toY]
    return moved
  }
  const [first = [0, 0], ...rest] = points
  return [
    ...command(1, 1),
    ...step(first as Point),
    ...command(2, rest.length),
    ...rest.flatMap(step),
    ...(isSurface ? command(7, 1) : []),
  ]
}

const LINE = 2
const SURFACE = 3

interface LayerOf {
  name: string
  type: typeof LINE | typeof SURFACE
  points: readonly Point[]
  properties: Record<string, string>
}

/** One layer with one feature. */
function layer({ name, type, points, properties }: LayerOf): number[] {
  const entries = Object.entries(properties)
  const tags = entries.flatMap((_, i) => [...varint(i), ...varint(i)])
  const feature = [...block(2, tags), ...whole(3, type), ...block(4, geometry(points, type === SURFACE))]
  return block(3, [
    ...whole(15, 2),
    ...text(1, name),
    ...block(2, feature),
    ...entries.flatMap(([key]) => text(3, key)),
    ...entries.flatMap(([, value]) => block(4, text(1, value))),
    ...whole(5, EXTENT),
  ])
}

const within = (value: number): number => Math.round(Math.min(EXTENT + BUFFER, Math.max(-BUFFER, value)))

interface Area {
  west: number
  east: number
  north: number
  south: number
}

function square({ west, east, north, south }: Area): Point[] {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ]
}

function tile({ z, x, y }: { z: number; x: number; y: number }, pond: Area, street: string): number[] {
  const side = 2 ** z
  const atX = (longitude: number): number => within((worldX(longitude) * side - x) * EXTENT)
  const atY = (latitude: number): number => within((worldY(latitude) * side - y) * EXTENT)
  const inTile = { west: atX(pond.west), east: atX(pond.east), north: atY(pond.north), south: atY(pond.south) }
  const middle = Math.round((inTile.north + inTile.south) / 2)
  const isThere = inTile.west < inTile.east && inTile.north < inTile.south
  const land = { west: -BUFFER, east: EXTENT + BUFFER, north: -BUFFER, south: EXTENT + BUFFER }
  return [
    ...layer({ name: 'earth', type: SURFACE, points: square(land), properties: { kind: 'earth' } }),
    ...(isThere
      ? [
          ...layer({ name: 'water', type: SURFACE, points: square(inTile), properties: { kind: 'lake' } }),
          ...layer({
            name: 'roads',
            type: LINE,
            points: [
              [land.west, middle - 300],
              [land.east, middle - 300],
            ],
            properties: { kind: 'minor_road', name: street },
          }),
        ]
      : []),
  ]
}

interface Entry {
  id: number
  bytes: number[]
}

/** A directory of PMTiles: ids as differences, runs, lengths, offsets (0: right after the one before). */
const directory = (entries: readonly Entry[]): number[] => [
  ...varint(entries.length),
  ...entries.flatMap(({ id }, i) => varint(id - (entries[i - 1]?.id ?? 0))),
  ...entries.flatMap(() => varint(1)),
  ...entries.flatMap(({ bytes }) => varint(bytes.length)),
  ...entries.flatMap((_, i) => varint(i === 0 ? 1 : 0)),
]

const HEADER = 127
const NOT_PACKED = 1
const VECTOR = 1
const E7 = 1e7

/** @returns the archive's bytes */
export function makeMapPack({
  middle,
  pond = 0.01,
  street = 'Chemin de la Tourbe',
  minZoom = 10,
  maxZoom = 14,
  attribution = '<a href="https://example.com">Carte d’essai</a>',
  padding = 0,
}: MapPackOptions): Uint8Array {
  const { LATITUDE, LONGITUDE } = middle
  const area: Area = {
    west: LONGITUDE - pond,
    east: LONGITUDE + pond,
    south: LATITUDE - pond / 2,
    north: LATITUDE + pond / 2,
  }
  const entries: Entry[] = []
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const [left, right] = [area.west, area.east].map((lon) => Math.floor(worldX(lon) * 2 ** z))
    const [top, bottom] = [area.north, area.south].map((lat) => Math.floor(worldY(lat) * 2 ** z))
    for (let x = left ?? 0; x <= (right ?? 0); x += 1)
      for (let y = top ?? 0; y <= (bottom ?? 0); y += 1)
        entries.push({ id: zxyToTileId(z, x, y), bytes: tile({ z, x, y }, area, street) })
  }
  entries.sort((a, b) => a.id - b.id)
  const root = directory(entries)
  const metadata = [...new TextEncoder().encode(JSON.stringify({ name: 'Essai', attribution }))]
  const tiles = entries.flatMap(({ bytes }) => bytes)

  const archive = new Uint8Array(HEADER + root.length + metadata.length + tiles.length + padding)
  const view = new DataView(archive.buffer)
  const long = (at: number, value: number): void => view.setBigUint64(at, BigInt(value), true)
  const degrees = (at: number, value: number): void => view.setInt32(at, Math.round(value * E7), true)
  archive.set(new TextEncoder().encode('PMTiles'))
  view.setUint8(7, 3)
  const [metadataAt, tilesAt] = [HEADER + root.length, HEADER + root.length + metadata.length]
  for (const [at, value] of [
    [8, HEADER],
    [16, root.length],
    [24, metadataAt],
    [32, metadata.length],
    // No directory but the root.
    [40, tilesAt],
    [48, 0],
    [56, tilesAt],
    [64, tiles.length],
    [72, entries.length],
    [80, entries.length],
    [88, entries.length],
  ] as const)
    long(at, value)
  archive.set([1, NOT_PACKED, NOT_PACKED, VECTOR, minZoom, maxZoom], 96)
  degrees(102, area.west)
  degrees(106, area.south)
  degrees(110, area.east)
  degrees(114, area.north)
  view.setUint8(118, maxZoom)
  degrees(119, LONGITUDE)
  degrees(123, LATITUDE)
  archive.set(root, HEADER)
  archive.set(metadata, metadataAt)
  archive.set(tiles, tilesAt)
  return archive
}
