import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const ENDING = '.pmtiles'
/** « 44 Loire-Atlantique »: never a path or a hidden file. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’_().-]{0,79}$/u

/** A detailed map of a part of France, as the operator put it into MAP_PACKS_DIR. */
export interface MapPack {
  /** Name of its file without the ending, as people read it. */
  NOM: string
  /** Bytes. */
  TAILLE: number
  /** Changes with the file. */
  VERSION: string
}

export interface StoredPack extends MapPack {
  path: string
}

/** The pack of that name, or null. */
export async function findPack(folder: string | null, NOM: string): Promise<StoredPack | null> {
  if (folder === null || !NAME.test(NOM)) return null
  const path = join(folder, `${NOM}${ENDING}`)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.size === 0) return null
  const VERSION = `${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}`
  return { NOM, TAILLE: found.size, VERSION, path }
}

/** What the folder offers now, by name: an added or removed file needs no restart. */
export async function listPacks(folder: string | null): Promise<MapPack[]> {
  if (folder === null) return []
  const files = await readdir(folder)
  const names = files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length))
  const packs = await Promise.all(names.map((name) => findPack(folder, name)))
  return packs
    .filter((pack) => pack !== null)
    .map(({ NOM, TAILLE, VERSION }) => ({ NOM, TAILLE, VERSION }))
    .sort((a, b) => a.NOM.localeCompare(b.NOM, 'fr', { numeric: true }))
}

export interface Part {
  /** First and last byte. */
  start: number
  end: number
}

const PART = /^bytes=(\d{1,15})-(\d{0,15})$/

/**
 * The part that a `Range` header asks for; null for the whole file (no such header, or one that we do not serve: RFC 9110, 14.2); 'none' where the file has
 * no such bytes.
 */
export function partOf(header: string | undefined, size: number): Part | null | 'none' {
  const [, from, to] = PART.exec(header ?? '') ?? []
  if (from === undefined) return null
  const start = Number(from)
  const end = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'none' : { start, end }
}
