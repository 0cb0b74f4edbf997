import { crc32 } from 'node:zlib'

/** One file of an archive. */
export interface ZipEntry {
  /** Path inside, with `/`. */
  name: string
  bytes: Uint8Array
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Names are UTF-8. */
const UTF8 = 0x0800
const VERSION = 20
/** Limits of the format without its extension for large archives. */
const MOST_BYTES = 0xffff_ffff
const MOST_ENTRIES = 0xffff

/** DOS date and time, to two seconds, UTC. */
function dosTime(at: Date): [time: number, date: number] {
  const year = Math.max(at.getUTCFullYear(), 1980) - 1980
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ]
}

/**
 * A ZIP archive (APPNOTE 6.3), part by part: entries are not compressed, since photos and PDFs are already, and one at a time is in memory. @throws
 * RangeError for more than the format holds (4 GiB, 65,535 entries)
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, at = new Date()): AsyncGenerator<Buffer> {
  const [time, date] = dosTime(at)
  const central: Buffer[] = []
  let offset = 0
  for await (const { name, bytes } of entries) {
    const path = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF8, 2)
    common.writeUInt16LE(0, 4)
    common.writeUInt16LE(time, 6)
    common.writeUInt16LE(date, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    if (offset + bytes.length > MOST_BYTES || central.length >= MOST_ENTRIES)
      throw new RangeError('Too much for one ZIP archive')
    const head = Buffer.alloc(4)
    head.writeUInt32LE(LOCAL)
    yield Buffer.concat([head, common, path])
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const first = Buffer.alloc(6)
    first.writeUInt32LE(CENTRAL)
    first.writeUInt16LE(VERSION, 4)
    const last = Buffer.alloc(14)
    last.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([first, common, last, path]))
    offset += head.length + common.length + path.length + bytes.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END)
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([directory, end])
}
