import { createHash } from 'node:crypto'

/** UUIDv8 (RFC 9562) of a name: the same name has the same id, and only somebody who knows the whole name can compute it. */
export function uuidv8(name: string): string {
  const bytes = createHash('sha256').update(name).digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
