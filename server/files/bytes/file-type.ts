import type { FileType } from '../../../schemas/entities/fichier.ts'

const text = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end)

const starts = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, i) => bytes[i] === byte)

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

function magicOf(bytes: Uint8Array): FileType | null {
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && text(bytes, 12, 16) === 'IHDR')
    return 'image/png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (text(bytes, 4, 8) === 'ftyp' && HEIC_BRANDS.includes(text(bytes, 8, 12))) return 'image/heic'
  // The header must be the first byte: a PDF that begins later may begin as something else.
  const isPdf =
    /^%PDF-[12]\.\d/.test(text(bytes, 0, 8)) && text(bytes, bytes.length - 1024, bytes.length).includes('%%EOF')
  return isPdf ? 'application/pdf' : null
}

const EDGE = 66_000

/** A ZIP is read from its end: a program that opens archives takes an image or a PDF followed by an archive for that archive. */
function endsAsArchive(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - EDGE)))
  for (
    let at = tail.indexOf('PK\u0005\u0006', 0, 'latin1');
    at !== -1;
    at = tail.indexOf('PK\u0005\u0006', at + 1, 'latin1')
  ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  }
  return false
}

/** Markup in the part that type-guessing readers look at. */
const holdsMarkup = (bytes: Uint8Array): boolean =>
  [text(bytes, 0, EDGE), text(bytes, Math.max(0, bytes.length - EDGE), bytes.length)].some((part) =>
    /<(script|html|svg|iframe|body|!doctype)/i.test(part),
  )

/**
 * The type of a file, by its bytes alone: never by its name or by what the sender says. Null: no type that the drive takes, or a file that is of two types at
 * once.
 */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const type = magicOf(bytes)
  if (type === null || endsAsArchive(bytes)) return null
  return type !== 'application/pdf' && holdsMarkup(bytes) ? null : type
}
