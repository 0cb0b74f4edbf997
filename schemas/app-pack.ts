/**
 * Many files of the build in one: a device that installs the app makes one request instead of hundreds. For each file, one after the other: the length
 * of a head (four bytes, little-endian), the head as JSON, the file's bytes.
 */

/** Its name at the root of the site. */
export const PACK = 'app.pack'

export interface PackedFile {
  /** From the root of the site, `/assets/…`. */
  path: string
  /** Content-Type. */
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

interface Head {
  path: string
  type: string
  size: number
}

const LENGTH_BYTES = 4

/** The pack of these files, as parts to be written one after the other. */
export function packOf(files: readonly PackedFile[]): Uint8Array[] {
  return files.flatMap(({ path, type, bytes }) => {
    const head = new TextEncoder().encode(JSON.stringify({ path, type, size: bytes.length } satisfies Head))
    const length = new Uint8Array(LENGTH_BYTES)
    new DataView(length.buffer).setUint32(0, head.length, true)
    return [length, head, bytes]
  })
}

/** The files of a pack, each as soon as it has arrived. @throws Error when it ends in the middle of one, TypeError when the connection breaks */
export async function* filesOf(pack: ReadableStream<Uint8Array>): AsyncGenerator<PackedFile> {
  const reader = pack.getReader()
  const waiting: Uint8Array[] = []
  let size = 0
  /** The next bytes; fewer where the pack ends. */
  const take = async (count: number): Promise<Uint8Array<ArrayBuffer>> => {
    while (size < count) {
      const { value } = await reader.read()
      if (value === undefined) break
      waiting.push(value)
      size += value.length
    }
    const taken = new Uint8Array(Math.min(count, size))
    let filled = 0
    while (filled < taken.length) {
      const first = waiting.shift() ?? taken
      const part = first.subarray(0, taken.length - filled)
      taken.set(part, filled)
      filled += part.length
      if (part.length < first.length) waiting.unshift(first.subarray(part.length))
    }
    size -= filled
    return taken
  }
  const whole = async (count: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await take(count)
    if (bytes.length < count) throw new Error('the pack ends in the middle of a file')
    return bytes
  }
  for (;;) {
    const length = await take(LENGTH_BYTES)
    if (length.length === 0) return
    if (length.length < LENGTH_BYTES) throw new Error('the pack ends in the middle of a file')
    const head = await whole(new DataView(length.buffer).getUint32(0, true))
    const { path, type, size } = JSON.parse(new TextDecoder().decode(head)) as Head
    yield { path, type, bytes: await whole(size) }
  }
}
