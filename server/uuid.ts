import { createHash, randomBytes } from 'node:crypto'

const written = (bytes: Buffer, version: number): string => {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** UUIDv7 (RFC 9562): ids of records and mutations that came without one. */
export function uuidv7(now = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  return written(bytes, 7)
}

/** UUIDv8 (RFC 9562) of a name: the same name has the same id, and only somebody who knows the whole name can compute it. */
export const uuidv8 = (name: string): string => written(createHash('sha256').update(name).digest(), 8)
