import type { ErrorBody } from '../schemas/errors.ts'
import type { Values } from '../schemas/merge.ts'
import type { Action } from '../schemas/protocol.ts'
import type { SyncedResource } from '../schemas/resources.ts'

/**
 * pending ──▶ sent ──▶ acked ──▶ done          (OUT-3)
 *    ▲          │
 *    └─ corrected ─ refused ──▶ abandoned
 */
export type EntryState = 'pending' | 'sent' | 'acked' | 'done' | 'refused' | 'abandoned'

/** One local write that the master must learn (OUT-2). */
export interface OutboxEntry {
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
  schemaVersion: number
  state: EntryState
  /** '1' until the entry is done or abandoned: the one index of the queue. */
  open: '0' | '1'
  createdAt: string
  settledAt: string
  attempts: number
  ackSeq: number
  ackEpoch: string
  error: (ErrorBody & { status: number }) | null
}

/** Order of the edits of one record: by Lamport counter, then id; never by the device's clock. */
export const inOrder = (a: OutboxEntry, b: OutboxEntry): number =>
  a.counter !== b.counter ? a.counter - b.counter : a.id < b.id ? -1 : 1

/** Whether a master state at (epoch, seq) already contains this entry's effect. */
export const containedIn = (entry: OutboxEntry, master: { seq: number; epoch: string }): boolean =>
  entry.ackSeq > 0 && entry.ackEpoch === master.epoch && master.seq >= entry.ackSeq
