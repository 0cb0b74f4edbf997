import { createHash } from 'node:crypto'
import { type Staff, scopeOf } from '../../schemas/access.ts'
import { AppError } from '../../schemas/errors.ts'
import { type Checkpoint, decodeCheckpoint } from '../../schemas/protocol.ts'

/** Digest of what decides a person's visibility: it changes, and every checkpoint with it, when rights change (PULL-2). */
export const scopeDigest = (staff: Staff): string =>
  createHash('sha256')
    .update(`${staff.id}\n${scopeOf(staff)}`)
    .digest('hex')
    .slice(0, 16)

/** Where the database stands, for one person. */
export interface Present {
  epoch: string
  /** The company's last seq. */
  seq: number
  scope: string
}

/**
 * The checkpoint to read from: `since` as the device sent it, '' for a first sync. Throws 410 GONE when it is not one of this
 * database's history, was made under other rights, or is ahead (PULL-2).
 */
export function startFrom(since: string, present: Present): Checkpoint {
  if (since === '') return { epoch: present.epoch, seq: 0, start: present.seq, scope: present.scope }
  const checkpoint = decodeCheckpoint(since)
  if (
    !checkpoint ||
    checkpoint.epoch !== present.epoch ||
    checkpoint.scope !== present.scope ||
    checkpoint.seq > present.seq
  ) {
    throw new AppError('GONE', 'Ce point de synchronisation est trop ancien : tout est à relire.')
  }
  return checkpoint
}
