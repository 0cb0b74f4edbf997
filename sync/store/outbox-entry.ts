import type { ErrorBody } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Action } from '../../schemas/protocol.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { toldBy, type Versions } from '../../schemas/versions.ts'

/**
 * pending ──▶ sent ──▶ acked ──▶ done          (OUT-3)
 *    ▲         │ ▲
 *    │         ▼ └─ again, where the server had failed (PUSH-13)
 *    └─ corrected ─ refused ──▶ abandoned
 */
export type EntryState = 'pending' | 'sent' | 'acked' | 'done' | 'refused' | 'abandoned'

/** How often our server has failed over something that waits, and since when (PUSH-13, FILE-10); absent while it has not. */
export interface Failing {
  failures?: number
  /** ISO instants of the first failure and of the last. */
  failingSince?: string
  failedAt?: string
}

/** One local write that the server must learn (OUT-2). */
export interface OutboxEntry extends Failing {
  /** Mutation id: the idempotency key of every send. */
  id: string
  resource: SyncedResource
  recordId: string
  action: Action
  patch: Values
  /** What the device knew of the patched fields; null for a creation. */
  base: Values | null
  /** Query of the call, e.g. { skip_duplicate_check: 'true' }. */
  query: Record<string, string>
  seen: number
  counter: number
  after: string[]
  company: string
  account: string
  impersonator: string
  /** Version of the records' shape of patch and base: that of the app that made the entry, unless it was translated before it was sent. */
  schemaVersion: number
  state: EntryState
  /** '1' until the entry is done or abandoned: the one index of the queue. */
  open: '0' | '1'
  createdAt: string
  settledAt: string
  attempts: number
  ackSeq: number
  ackEpoch: string
  /** VERSIONs of its record that accepted it, one for each history of the server; absent where no answer showed one (HEAL-8). */
  made?: readonly number[]
  error: (ErrorBody & { status: number }) | null
}

/**
 * The entry as this version of the app reads it (VER-3); the stored one stays as it was sent. An entry of a later version is shown as it is, without
 * the fields that this version does not know.
 */
export function asOfNow(versions: Versions, entry: OutboxEntry): OutboxEntry {
  if (entry.schemaVersion >= versions.current) return entry
  const moved = translated(versions, entry, versions.current)
  return { ...entry, patch: moved.patch, base: moved.base, schemaVersion: versions.current }
}

export interface Translated {
  patch: Values
  base: Values | null
  schemaVersion: number
  /** False where the other version has no field for something that the entry says. */
  whole: boolean
}

/** The entry's patch and base in another version. */
export function translated(versions: Versions, entry: OutboxEntry, to: number): Translated {
  const move = { from: entry.schemaVersion, to }
  const patch = versions.patch(entry.resource, entry.patch, move)
  const base = entry.base && versions.patch(entry.resource, entry.base, move)
  return {
    patch: patch.values,
    base: base?.values ?? null,
    schemaVersion: to,
    whole: Object.keys(toldBy(patch, base)).length === 0,
  }
}

/** Whether an entry, or a draft of one, gives a project to another agency, whose records its author may not see (PUSH-9). */
export const isAgencyMove = ({
  resource,
  action,
  patch,
}: Pick<OutboxEntry, 'resource' | 'action' | 'patch'>): boolean =>
  resource === 'projet' && action === 'update' && 'IDAGENCE' in patch

/** Whether the server has refused it. One over which our server fails was set apart, and nobody has refused it: it is sent again each hour (PUSH-13). */
export const isRefused = ({ state, error }: Pick<OutboxEntry, 'state' | 'error'>): boolean =>
  state === 'refused' && error?.status !== 500

/** Order of the edits of one record: by Lamport counter, then id; never by the device's clock. */
export const inOrder = (a: OutboxEntry, b: OutboxEntry): number =>
  a.counter !== b.counter ? a.counter - b.counter : a.id < b.id ? -1 : 1

/** Whether a server state at (epoch, seq) already contains this entry's effect. */
export const containedIn = (entry: OutboxEntry, server: { seq: number; epoch: string }): boolean =>
  entry.ackSeq > 0 && entry.ackEpoch === server.epoch && server.seq >= entry.ackSeq
