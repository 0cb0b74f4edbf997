import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/** Longest side, in pixels, that a document unpacks. */
export const LARGEST_SIDE = 4000

const PNG = '89504e470d0a1a0a'
/** Samples of a pixel, by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const LAST_FILTER = 4

/** An image that no document can show. */
export class NotDrawable extends Error {}

/**
 * Whether pdfkit can draw these bytes. It unpacks a PNG outside of every promise, so a broken one would end the process: none reaches it unchecked. The size
 * is read from the header before anything is unpacked, and unpacking does not block the event loop.
 * @param most pixels of the whole picture
 * @throws NotDrawable for anything but a JPEG or a whole, plain PNG of a reasonable size
 */
export async function assertDrawable(bytes: Buffer, most = LARGEST_SIDE * LARGEST_SIDE): Promise<void> {
  if (bytes.subarray(0, 3).toString('hex') === 'ffd8ff') return assertJpeg(bytes, most)
  if (bytes.subarray(0, 8).toString('hex') !== PNG) throw new NotDrawable('neither PNG nor JPEG')
  const { header, data } = chunksOf(bytes)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, type, interlace] = [header[8] ?? 0, header[9] ?? -1, header[12]]
  const samples = SAMPLES[type]
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth) || interlace !== 0)
    throw new NotDrawable('unknown kind')
  if (Math.min(width, height) < 1 || Math.max(width, height) > LARGEST_SIDE || width * height > most)
    throw new NotDrawable('size')
  const row = 1 + Math.ceil((width * samples * depth) / 8)
  const pixels = await unpacked(data, row * height)
  for (let at = 0; at < pixels.length; at += row)
    if ((pixels[at] ?? 0) > LAST_FILTER) throw new NotDrawable('unknown filter')
}

/** A JPEG is put into the document as it is, and its reader unpacks it: the same limit holds for its size. */
function assertJpeg(bytes: Buffer, most: number): void {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const kind = bytes[at + 1] ?? 0
    // A frame's header (ITU T.81, B.2.2): every SOF but the tables DHT, JPG and DAC.
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      if (Math.max(width, height) > LARGEST_SIDE || width * height > most) throw new NotDrawable('size')
      return
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
}

/** Header and pixel data of a PNG. */
function chunksOf(bytes: Buffer): { header: Buffer; data: Buffer } {
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (body.length < length) break
    if (name === 'IHDR' && length === 13) header = body
    if (name === 'IDAT') data.push(body)
    if (name === 'IEND' && header) return { header, data: Buffer.concat(data) }
    at += 12 + length
  }
  throw new NotDrawable('incomplete')
}

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

async function unpacked(data: Buffer, size: number): Promise<Buffer> {
  try {
    const pixels = await unpack(data, { maxOutputLength: size })
    if (pixels.length === size) return pixels
  } catch {
    // Broken, or larger than its header says.
  }
  throw new NotDrawable('pixels')
}
