import { randomBytes } from 'node:crypto'

/** Time stamps of a third party (RFC 3161): the request, and what of the answer is read here. Its signature is checked by a program of others (`openssl ts`). */

const INTEGER = 0x02
const OCTETS = 0x04
const SEQUENCE = 0x30
const TRUE = Buffer.from([0x01, 0x01, 0xff])
/** AlgorithmIdentifier of SHA-256, without parameters. */
const SHA256 = Buffer.from('300d06096086480165030402010500', 'hex')

/** A value in DER. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

export interface StampQuery {
  bytes: Buffer
  /** MessageImprint and nonce as the answer must repeat them. */
  imprint: Buffer
  nonce: Buffer
}

/** TimeStampReq for a SHA-256, which asks for the certificate too: the answer can then be checked years later, alone. */
export function stampQuery(sha256: Uint8Array): StampQuery {
  const imprint = der(SEQUENCE, SHA256, der(OCTETS, sha256))
  // A positive number: its first bit is 0.
  const nonce = der(INTEGER, Buffer.from([1]), randomBytes(15))
  return { bytes: der(SEQUENCE, der(INTEGER, Buffer.from([1])), imprint, nonce, TRUE), imprint, nonce }
}

/** Content of the value at the start of `bytes`; null when it has another tag or is cut. */
function contentOf(bytes: Buffer, tag: number): Buffer | null {
  const [first, length = 0] = bytes
  if (first !== tag) return null
  const more = length < 0x80 ? 0 : length & 0x7f
  if (more > 4 || bytes.length < 2 + more) return null
  const size = more === 0 ? length : bytes.readUIntBE(2, more)
  const content = bytes.subarray(2 + more, 2 + more + size)
  return content.length === size ? content : null
}

/**
 * Whether a TimeStampResp grants (status 0 or 1) a stamp of this very query: an answer to another one, which a proxy or a stranger replays, is none.
 */
export function isGranted(answer: Buffer, { imprint, nonce }: StampQuery): boolean {
  const response = contentOf(answer, SEQUENCE)
  const status = response && contentOf(response, SEQUENCE)
  const code = status && contentOf(status, INTEGER)
  return code?.length === 1 && (code[0] ?? 2) <= 1 && answer.includes(imprint) && answer.includes(nonce)
}
