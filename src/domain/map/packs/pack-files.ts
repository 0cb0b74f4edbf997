/**
 * Detailed maps on the device (GEO-06): one file each in the origin's private file system. Its name holds the complete size, so a shorter
 * file is an interrupted download, which continues where it stopped; there is no second record of it that could disagree.
 */
export interface Pack {
  /** What people read: « 44 Loire-Atlantique ». */
  name: string
  /** Bytes of the complete file. */
  size: number
  /** The server's etag of this very file. */
  version: string
}

export interface KeptPack extends Pack {
  /** Bytes that are on the device. */
  kept: number
}

export const isWhole = ({ kept, size }: KeptPack): boolean => kept === size

const FOLDER = 'cartes'
const FILE = /^([^~]+)~(\d{1,15})~([0-9a-z-]+)$/

export const fileNameOf = ({ name, size, version }: Pack): string => `${name}~${size}~${version}`

/** The pack of a file's name; null for any other file. */
export function packOfFile(fileName: string): Pack | null {
  const [, name, size, version] = FILE.exec(fileName) ?? []
  return name === undefined || version === undefined ? null : { name, size: Number(size), version }
}

/** False in an old browser, and in a private window of some browsers. */
export const canKeepPacks = (): boolean => typeof navigator.storage?.getDirectory === 'function'

export async function packFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(FOLDER, { create: true })
}

/** The packs on this device, complete or not, by name. */
export async function keptPacks(): Promise<KeptPack[]> {
  if (!canKeepPacks()) return []
  const folder = await packFolder()
  const found: KeptPack[] = []
  for await (const [fileName, handle] of folder.entries()) {
    const pack = packOfFile(fileName)
    if (!pack || handle.kind !== 'file') continue
    // Unreadable for a moment while another tab writes it.
    const file = await (handle as FileSystemFileHandle).getFile().catch(() => null)
    if (file) found.push({ ...pack, kept: file.size })
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }))
}

export async function openPackFile(pack: Pack): Promise<File> {
  const folder = await packFolder()
  return (await folder.getFileHandle(fileNameOf(pack))).getFile()
}

/** Removes every file of that name from the device, except the version given. */
export async function removePackFiles(name: string, except?: Pack): Promise<void> {
  const folder = await packFolder()
  for (const pack of await keptPacks())
    if (pack.name === name && pack.version !== except?.version) await folder.removeEntry(fileNameOf(pack))
}

/** Bytes of the fixed beginning of an archive. */
export const HEADER_BYTES = 127
const MAGIC = 'PMTiles'
const AT = { version: 7, directoryPacking: 97, tilePacking: 98, tileType: 99 } as const
const VECTOR_TILES = 1
/** None and gzip: the compressions that browsers can read. */
const READABLE_PACKINGS = [1, 2]

/** Whether a file with these first bytes is an archive that the map can draw: PMTiles 3, vector tiles, a compression that browsers know. */
export function isReadableArchive(header: Uint8Array): boolean {
  const magic = String.fromCharCode(...header.subarray(0, MAGIC.length))
  return (
    magic === MAGIC &&
    header[AT.version] === 3 &&
    header[AT.tileType] === VECTOR_TILES &&
    READABLE_PACKINGS.includes(header[AT.directoryPacking] ?? 0) &&
    READABLE_PACKINGS.includes(header[AT.tilePacking] ?? 0)
  )
}
