import { normalise } from '../../schemas/search.ts'

/**
 * The format of a rescue file (RESCUE-1): one line of JSON in clear, then sections encrypted with AES-256-GCM. The first is empty and only proves
 * the passphrase, the second says what is in the file, each of the others holds one piece of bytes. Only one section at a time is in memory.
 *
 *     {"application":"lolapp-secours","version":1,"salt":…,"iv":…,"manifest":…,"size":…}⏎ proof · manifest · piece · piece …
 */
export const RESCUE_VERSION = 1

const APPLICATION = 'lolapp-secours'
/** OWASP's minimum for PBKDF2 with SHA-256 (2023): a third of a second on a laptop, for the right words and for each guess. */
const ITERATIONS = 600_000
const SALT_BYTES = 16
/** Random for each file; the last four bytes of each nonce are the section's number. */
const IV_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The first line is shorter than this; its end is not searched further. */
const MOST_HEADER = 1024

const [PROOF, MANIFEST, FIRST_PIECE] = [0, 1, 2] as const

export type RescueReason =
  | 'not-a-rescue-file'
  | 'newer'
  | 'damaged'
  | 'passphrase'
  | 'other-company'
  | 'other-account'
  | 'too-large'

/** Why a rescue file cannot be made or restored; the screen has the words. */
export class RescueProblem extends Error {
  readonly reason: RescueReason
  /** Whose rescue file it is, where that is the reason. */
  readonly owner: string | null

  constructor(reason: RescueReason, owner: string | null = null) {
    super(reason)
    this.name = 'RescueProblem'
    this.reason = reason
    this.owner = owner
  }
}

interface Header {
  application: typeof APPLICATION
  version: number
  /** Base64. */
  salt: string
  iv: string
  /** Bytes of the manifest. */
  manifest: number
  /** Bytes of all sections: it reveals a truncated file. */
  size: number
}

interface Sealed {
  key: CryptoKey
  iv: Uint8Array
  /** The line in clear, authenticated too: no byte of it may change. */
  header: Uint8Array
}

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    throw new RescueProblem('damaged')
  }
}
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** People read the words out and type them again: capitals, accents and separators do not count. */
async function keyOf(passphrase: string, salt: Bytes): Promise<CryptoKey> {
  const words = await crypto.subtle.importKey('raw', utf8.encode(normalise(passphrase)), 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }
  return crypto.subtle.deriveKey(how, words, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** The salt makes the key this file's own, and no two sections share a nonce. */
function cipherOf({ iv, header }: Sealed, section: number): AesGcmParams {
  const nonce = new Uint8Array(NONCE_BYTES)
  nonce.set(iv)
  new DataView(nonce.buffer).setUint32(IV_BYTES, section)
  return { name: 'AES-GCM', iv: nonce, additionalData: header as Bytes }
}

/** Bytes that belong to the content, read only when they are written. */
export interface Piece {
  size: number
  read: () => Promise<Uint8Array>
}

/** @param input `content` is any JSON value. */
export async function writeRescueFile(input: {
  content: unknown
  pieces: readonly Piece[]
  passphrase: string
}): Promise<Blob> {
  const sizes = input.pieces.map((piece) => piece.size)
  const manifest = utf8.encode(JSON.stringify({ content: input.content, sizes }))
  const [salt, iv] = [random(SALT_BYTES), random(IV_BYTES)]
  const clear: Header = {
    application: APPLICATION,
    version: RESCUE_VERSION,
    salt: base64(salt),
    iv: base64(iv),
    manifest: manifest.length,
    size: [0, manifest.length, ...sizes].reduce((sum, length) => sum + length + TAG_BYTES, 0),
  }
  const header = utf8.encode(`${JSON.stringify(clear)}\n`)
  const sealed: Sealed = { key: await keyOf(input.passphrase, salt), iv, header }
  const seal = (section: number, bytes: Uint8Array): Promise<ArrayBuffer> =>
    crypto.subtle.encrypt(cipherOf(sealed, section), sealed.key, bytes as Bytes)
  const parts: BlobPart[] = [header, await seal(PROOF, new Uint8Array()), await seal(MANIFEST, manifest)]
  for (const [index, piece] of input.pieces.entries()) {
    const bytes = await piece.read()
    if (bytes.length !== piece.size) throw new Error('A piece of the rescue file is not as long as it was announced')
    // A Blob of its own: the browser may write it to disk while the next one is encrypted.
    parts.push(new Blob([await seal(FIRST_PIECE + index, bytes)]))
  }
  return new Blob(parts, { type: 'application/octet-stream' })
}

interface OpenedHeader {
  header: Bytes
  salt: Bytes
  iv: Bytes
  manifest: number
}

/** @throws RescueProblem not-a-rescue-file, newer, damaged */
async function readHeader(file: Blob): Promise<OpenedHeader> {
  const start = new Uint8Array(await file.slice(0, MOST_HEADER).arrayBuffer())
  const header = start.slice(0, start.indexOf(0x0a) + 1)
  const clear = parseHeader(new TextDecoder().decode(header))
  if (clear.version > RESCUE_VERSION) throw new RescueProblem('newer')
  const { manifest } = clear
  const [salt, iv] = [fromBase64(clear.salt), fromBase64(clear.iv)]
  const isOurs = salt.length === SALT_BYTES && iv.length === IV_BYTES && Number.isInteger(manifest) && manifest > 0
  if (!isOurs || file.size !== header.length + clear.size) throw new RescueProblem('damaged')
  return { header, salt, iv, manifest }
}

function parseHeader(text: string): Header {
  try {
    const clear = JSON.parse(text) as Partial<Header> | null
    if (clear?.application === APPLICATION && typeof clear.version === 'number') return clear as Header
  } catch {
    // The first line is not ours: not a rescue file.
  }
  throw new RescueProblem('not-a-rescue-file')
}

export interface OpenedFile {
  content: unknown
  pieces: readonly Piece[]
}

/** Checks every byte: a rescue file is whole, or refused. @throws RescueProblem not-a-rescue-file, newer, damaged, passphrase */
export async function openRescueFile(file: Blob, passphrase: string): Promise<OpenedFile> {
  const { header, salt, iv, manifest } = await readHeader(file)
  const sealed: Sealed = { key: await keyOf(passphrase, salt), iv, header }
  const open = async (section: number, at: number, length: number, otherwise: RescueReason): Promise<Uint8Array> => {
    const bytes = await file.slice(at, at + length + TAG_BYTES).arrayBuffer()
    return crypto.subtle.decrypt(cipherOf(sealed, section), sealed.key, bytes).then(
      (plain) => new Uint8Array(plain),
      () => Promise.reject(new RescueProblem(otherwise)),
    )
  }
  let at = header.length
  await open(PROOF, at, 0, 'passphrase')
  at += TAG_BYTES
  const text = new TextDecoder().decode(await open(MANIFEST, at, manifest, 'damaged'))
  at += manifest + TAG_BYTES
  const { content, sizes } = JSON.parse(text) as { content: unknown; sizes: number[] }
  const pieces = sizes.map((size, index): Piece => {
    const start = at
    at += size + TAG_BYTES
    return { size, read: () => open(FIRST_PIECE + index, start, size, 'damaged') }
  })
  for (const piece of pieces) await piece.read()
  return { content, pieces }
}
