import { UnreadableFile } from './limits.ts'

export interface Decoded {
  text: string
  encoding: string
}

const MARKS: readonly { bytes: readonly number[]; label: string; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], label: 'utf-8', encoding: 'UTF-8 (avec BOM)' },
  { bytes: [0xff, 0xfe], label: 'utf-16le', encoding: 'UTF-16 LE' },
  { bytes: [0xfe, 0xff], label: 'utf-16be', encoding: 'UTF-16 BE' },
]

const decode = (label: string, bytes: Uint8Array, fatal = false): string =>
  new TextDecoder(label, { fatal }).decode(bytes)

/**
 * A text file in the encodings that French spreadsheets write: with a byte order mark UTF-8 or UTF-16, else UTF-8 where every byte agrees with it (accents of
 * Windows never do), else Windows-1252.
 * @throws UnreadableFile for a file that is no text
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const mark = MARKS.find((one) => one.bytes.every((byte, i) => bytes[i] === byte))
  const read = mark ? { text: decode(mark.label, bytes), encoding: mark.encoding } : guess(bytes)
  if (read.text.includes('\0')) throw new UnreadableFile('Ce fichier n’est ni un CSV ni un classeur XLSX.')
  return read
}

function guess(bytes: Uint8Array): Decoded {
  try {
    return { text: decode('utf-8', bytes, true), encoding: 'UTF-8' }
  } catch {
    return { text: windows1252(bytes), encoding: 'Windows-1252' }
  }
}

/** Characters 80 to 9F, where Windows-1252 differs from Latin-1. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Own code: the TextDecoder of Node 20 reads « windows-1252 » as Latin-1, and loses « € » and « Œ ». */
const windows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => UPPER[sign.charCodeAt(0) - 0x80] ?? '')
