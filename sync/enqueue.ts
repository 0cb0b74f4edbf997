import type { Values } from '../schemas/merge.ts'
import type { Action } from '../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../schemas/resources.ts'
import type { LocalDatabase } from './database.ts'
import { openEntries } from './fresh.ts'
import { uuidv7 } from './ids.ts'
import { lay } from './lay.ts'
import { moveEntry } from './outbox.ts'
import { inOrder, type OutboxEntry } from './outbox-entry.ts'

export interface Draft {
  resource: SyncedResource
  recordId: string
  action: Action
  patch: Values
  base: Values | null
  seen: number
  query: Record<string, string>
  /** Files that come before it (FILE-6). */
  after?: readonly string[]
}

/**
 * OUT-1: entry first, record second. Rejects only if the entry could not be written (then nothing is saved, and the screen must say so); once it
 * is, a failure to lay is repaired by the next laying or the next start.
 */
export async function enqueue(db: LocalDatabase, draft: Draft): Promise<void> {
  const open = await openEntries(db)
  const ofRecord = open.filter((e) => e.recordId === draft.recordId && e.resource === draft.resource).sort(inOrder)
  const last = ofRecord.at(-1)
  const folded = last && draft.action === 'update' ? await fold(db, last, draft) : false
  if (!folded) await db.outbox.insert(newEntry(db, draft, open, ofRecord))
  await lay(db, draft.resource, { ids: [draft.recordId] }).catch((error: unknown) => {
    console.warn('Saved, to be shown at the next start', error)
  })
}

/** OUT-4: into the record's last entry, only while it was never sent; the first base stays. */
async function fold(db: LocalDatabase, last: OutboxEntry, draft: Draft): Promise<boolean> {
  if (last.action !== 'create' && last.action !== 'update') return false
  const moved = await moveEntry(db, {
    id: last.id,
    from: ['pending'],
    change: (entry) => ({
      // What was seen since the entry was made is not concurrent with it: the clock moves on with the fold.
      counter: Math.max(entry.counter, draft.seen + 1),
      seen: Math.max(entry.seen, draft.seen),
      patch: foldPatch(entry, draft.patch),
      base: entry.base === null ? null : { ...draft.base, ...entry.base },
    }),
  })
  return moved !== null
}

function foldPatch(entry: OutboxEntry, patch: Values): Values {
  const merged: Values = { ...entry.patch, ...patch }
  if (entry.action !== 'create') return merged
  const key = entityOf(entry.resource).key
  return Object.fromEntries(
    Object.entries(merged).filter(([name, value]) => name === key || (value !== null && value !== '')),
  )
}

function newEntry(
  db: LocalDatabase,
  draft: Draft,
  open: readonly OutboxEntry[],
  ofRecord: readonly OutboxEntry[],
): OutboxEntry {
  const last = ofRecord.at(-1)
  return {
    ...draft,
    id: uuidv7(),
    counter: Math.max(draft.seen, ...ofRecord.map((e) => e.counter)) + 1,
    after: [...new Set([...(last ? [last.id] : []), ...parentsOf(draft, open), ...(draft.after ?? [])])],
    company: db.identity.companyId,
    account: db.identity.account,
    impersonator: db.identity.impersonator,
    schemaVersion: db.outbox.schema.version,
    state: 'pending',
    open: '1',
    createdAt: new Date().toISOString(),
    settledAt: '',
    attempts: 0,
    ackSeq: 0,
    ackEpoch: '',
    error: null,
  }
}

/** Creations in this outbox of the records that the draft points to: causes before effects (I8). */
export function parentsOf(
  draft: Pick<Draft, 'resource' | 'recordId' | 'patch'>,
  open: readonly OutboxEntry[],
): string[] {
  const { fields } = entityOf(draft.resource)
  const targets = new Set<unknown>()
  for (const [name, value] of Object.entries(draft.patch)) {
    if (fields[name]?.ref === undefined) continue
    for (const id of Array.isArray(value) ? value : [value]) targets.add(id)
  }
  return open
    .filter((e) => e.action === 'create' && e.recordId !== draft.recordId && targets.has(e.recordId))
    .map((e) => e.id)
}
