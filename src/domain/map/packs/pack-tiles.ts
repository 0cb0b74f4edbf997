import { FileSource, type Header, PMTiles } from 'pmtiles'
import { latitudeAt, longitudeAt } from '../canvas/mercator.ts'
import { type KeptPack, openPackFile } from './pack-files.ts'

/** The open archives of this device as one source of tiles. */
export interface PackSet {
  minzoom: number
  /** The zoom up to which every archive has tiles: beyond it the map enlarges them. */
  maxzoom: number
  /** West, south, east, north. */
  bounds: [number, number, number, number]
  attribution: string
  /** Bytes of a vector tile; none where no archive has one. */
  tile: (z: number, x: number, y: number) => Promise<ArrayBuffer | null>
}

interface Archive {
  tiles: PMTiles
  header: Header
  attribution: string
}

/** Plain text: an archive's content must not become HTML. */
export const plainText = (html: unknown): string =>
  typeof html === 'string'
    ? html
        .replace(/<[^>]*>/g, '')
        .replace(/&(?:copy|#169);/g, '©')
        .replace(/[<>&"]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : ''

async function openArchive(pack: KeptPack): Promise<Archive | null> {
  try {
    const tiles = new PMTiles(new FileSource(await openPackFile(pack)))
    const header = await tiles.getHeader()
    const metadata = (await tiles.getMetadata()) as { attribution?: unknown } | null
    return { tiles, header, attribution: plainText(metadata?.attribution) }
  } catch (error) {
    // The other archives, and the built-in map, work without it.
    console.error(error)
    return null
  }
}

function reaches({ minLon, minLat, maxLon, maxLat }: Header, z: number, x: number, y: number): boolean {
  const side = 2 ** z
  return (
    longitudeAt((x + 1) / side) >= minLon &&
    longitudeAt(x / side) <= maxLon &&
    latitudeAt(y / side) >= minLat &&
    latitudeAt((y + 1) / side) <= maxLat
  )
}

/** Opens the archives of this device; null when none can be read. Neighbours share the tiles of their border: the first that has one gives it. */
export async function openPacks(packs: readonly KeptPack[]): Promise<PackSet | null> {
  const archives = (await Promise.all(packs.map(openArchive))).filter((archive) => archive !== null)
  if (archives.length === 0) return null
  const headers = archives.map(({ header }) => header)
  const least = (of: (header: Header) => number): number => Math.min(...headers.map(of))
  const most = (of: (header: Header) => number): number => Math.max(...headers.map(of))
  return {
    minzoom: least(({ minZoom }) => minZoom),
    maxzoom: least(({ maxZoom }) => maxZoom),
    bounds: [
      least(({ minLon }) => minLon),
      least(({ minLat }) => minLat),
      most(({ maxLon }) => maxLon),
      most(({ maxLat }) => maxLat),
    ],
    attribution: [...new Set(archives.map(({ attribution }) => attribution).filter(Boolean))].join(' · '),
    tile: async (z, x, y) => {
      for (const { tiles, header } of archives) {
        if (!reaches(header, z, x, y)) continue
        const found = await tiles.getZxy(z, x, y)
        if (found) return found.data
      }
      return null
    },
  }
}
