import { createHash } from 'node:crypto'
import { type Staff, scopeOf } from '../../schemas/access.ts'
import { AppError } from '../../schemas/errors.ts'
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from '../../schemas/protocol.ts'
import type { Secrets } from '../secrets.ts'

/** Digest of a person's visibility: when their rights change it changes, and with it every checkpoint (PULL-2). */
export const scopeDigest = (staff: Staff): string =>
  createHash('sha256')
    .update(`${staff.id}\n${scopeOf(staff)}`)
    .digest('hex')
    .slice(0, 16)

/** Present state of the database, for one person. */
export interface Present {
  epoch: string
  /** The company's last seq. */
  seq: number
  scope: string
}

/** Makes the seal of a checkpoint of one company: only this installation can. */
export type Seal = (checkpoint: Checkpoint) => string

export const sealOf =
  (secrets: Pick<Secrets, 'digest'>, companyId: string): Seal =>
  ({ epoch, seq, start, scope }) =>
    secrets.digest('checkpoint', [companyId, epoch, seq, start, scope].join('\n')).slice(0, 32)

/** In a request the seal comes after the scope: for devices the whole text is opaque. */
export const encodeSealed = (checkpoint: Checkpoint, seal: Seal): string =>
  encodeCheckpoint({ ...checkpoint, scope: `${checkpoint.scope}.${seal(checkpoint)}` })

interface Sealed {
  checkpoint: Checkpoint
  /** Whether this installation made it; one of an older version has no seal. */
  proof: boolean
}

function decodeSealed(text: string, seal: Seal): Sealed | null {
  const decoded = decodeCheckpoint(text)
  if (!decoded) return null
  const [scope = '', given] = decoded.scope.split('.')
  const checkpoint = { ...decoded, scope }
  return { checkpoint, proof: given !== undefined && given === seal(checkpoint) }
}

/** A checkpoint that this installation made, of a seq or an epoch that its database does not have: the database may have been restored (SERVER-7). */
export class AheadOfDatabase extends AppError {
  readonly checkpoint: Checkpoint

  constructor(checkpoint: Checkpoint) {
    super('GONE', TOO_OLD)
    this.checkpoint = checkpoint
  }
}

const TOO_OLD = 'Ce point de synchronisation est trop ancien : tout est à relire.'

/**
 * The checkpoint to read from: `since` as the device sent it, '' for a first sync. Throws 410 GONE when it is of another epoch, was made under other rights,
 * or is ahead (PULL-2); AheadOfDatabase when that proves something.
 */
export function startFrom(since: string, present: Present, seal: Seal): Checkpoint {
  if (since === '') return { epoch: present.epoch, seq: 0, start: present.seq, scope: present.scope }
  const sealed = decodeSealed(since, seal)
  if (!sealed) throw new AppError('GONE', TOO_OLD)
  const { checkpoint, proof } = sealed
  const ahead = checkpoint.epoch !== present.epoch || checkpoint.seq > present.seq
  if (ahead && proof) throw new AheadOfDatabase(checkpoint)
  if (ahead || checkpoint.scope !== present.scope) throw new AppError('GONE', TOO_OLD)
  return checkpoint
}
