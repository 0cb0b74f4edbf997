import { Zip, ZipPassThrough } from 'fflate'

/** One file of an archive. */
export interface ZipEntry {
  /** Path inside, with `/`. */
  name: string
  bytes: Uint8Array
}

/** The format without its extension for large archives, which the library does not write. */
const MOST_BYTES = 0xffff_ffff
const MOST_ENTRIES = 0xffff

/**
 * A ZIP archive, part by part: entries are stored as they are, since photos and PDFs are compressed already, and one at a time is in memory.
 * @throws RangeError for more than the format holds (4 GiB, 65,535 entries)
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, at = new Date()): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let [written, count] = [0, 0]
  const archive = new Zip((error, part) => {
    if (error) throw error
    written += part.length
    parts.push(part)
  })
  for await (const { name, bytes } of entries) {
    count += 1
    if (written + bytes.length > MOST_BYTES || count > MOST_ENTRIES)
      throw new RangeError('Too much for one ZIP archive')
    const entry = new ZipPassThrough(name)
    entry.mtime = at
    archive.add(entry)
    entry.push(bytes, true)
    yield* parts
    parts = []
  }
  archive.end()
  yield* parts
}
