import type { Values } from '../../schemas/merge.ts'
import type { Action } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { apply } from '../apply/apply.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { asOfNow, inOrder, isAgencyMove, type OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries } from '../store/read.ts'
import { beforePayment, causesOf, NO_POINTERS, pointersOf } from './causes.ts'
import { foldSets, narrowSets } from './set-edits.ts'
import { moveEntry } from './states.ts'

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
 * OUT-1: entry first, record second. Rejects only if the entry could not be written (then nothing is saved, and the screen must say so). After
 * that, a failure to apply it is corrected by the next apply or the next start.
 */
export async function enqueue(db: LocalDatabase, given: Draft): Promise<void> {
  const open = (await openEntries(db)).map((entry) => asOfNow(db.versions, entry))
  const entry = await entryFor(db, given, open)
  if (entry) await db.outbox.insert(entry)
  await applied(db, given.resource, [given.recordId])
}

/**
 * OUT-13: one transaction for the entries of several records. Each draft gets an entry of its own: a fold would be written before the others. A single draft is whole by
 * itself, and folds as ever (OUT-4).
 */
export async function enqueueTogether(db: LocalDatabase, drafts: readonly Draft[]): Promise<void> {
  const [only, ...more] = drafts
  if (only && more.length === 0) return enqueue(db, only)
  const open = (await openEntries(db)).map((entry) => asOfNow(db.versions, entry))
  const entries: OutboxEntry[] = []
  for (const draft of drafts) {
    const { narrowed, causes, ofRecord } = await placed(db, draft, [...open, ...entries])
    entries.push(newEntry(db, { draft: narrowed, causes, ofRecord }))
  }
  await insertAll(db, entries)
  for (const resource of new Set(drafts.map((draft) => draft.resource))) {
    const ofResource = drafts.filter((draft) => draft.resource === resource)
    await applied(
      db,
      resource,
      ofResource.map(({ recordId }) => recordId),
    )
  }
}

/** OUT-1 for edits of several records of one resource, each of another record: the outbox is read once for all of them. */
export async function enqueueEdits(
  db: LocalDatabase,
  resource: SyncedResource,
  drafts: readonly Omit<Draft, 'resource' | 'action' | 'query'>[],
): Promise<void> {
  const open = (await openEntries(db)).map((entry) => asOfNow(db.versions, entry))
  const entries: OutboxEntry[] = []
  for (const draft of drafts) {
    const entry = await entryFor(db, { ...draft, resource, action: 'update', query: {} }, open)
    if (entry) entries.push(entry)
  }
  await insertAll(db, entries)
  await applied(
    db,
    resource,
    drafts.map(({ recordId }) => recordId),
  )
}

/** In one transaction. @throws where it failed: then none is written */
async function insertAll(db: LocalDatabase, entries: readonly OutboxEntry[]): Promise<void> {
  const { error } = await db.outbox.bulkInsert([...entries])
  if (error.length > 0) throw new Error(`${error.length} of ${entries.length} entries were not saved`)
}

const applied = (db: LocalDatabase, resource: SyncedResource, ids: readonly string[]): Promise<void> =>
  apply(db, resource, { ids }).catch((error: unknown) => {
    console.warn('Saved, but not applied to the record before the next start', error)
  })

/** The new entry of a draft; null where it was folded into the record's last one. */
async function entryFor(db: LocalDatabase, given: Draft, open: readonly OutboxEntry[]): Promise<OutboxEntry | null> {
  const { narrowed: draft, causes, ofRecord } = await placed(db, given, open)
  const last = ofRecord.at(-1)
  const folded = last && draft.action === 'update' ? await fold(db, { last, draft, open, causes }) : false
  return folded ? null : newEntry(db, { draft, causes, ofRecord })
}

interface Placed extends Pick<Made, 'causes' | 'ofRecord'> {
  /** The draft with only what it changes of a set (OUT-10). */
  narrowed: Draft
}

/** The place of a draft among the open entries. */
async function placed(db: LocalDatabase, given: Draft, open: readonly OutboxEntry[]): Promise<Placed> {
  const narrowed: Draft = { ...given, ...narrowSets(entityOf(given.resource), given) }
  const pointers = narrowed.action === 'delete' ? await pointersOf(db, open) : NO_POINTERS
  const ofRecord = open
    .filter((e) => e.recordId === narrowed.recordId && e.resource === narrowed.resource)
    .sort(inOrder)
  const earlier = await beforePayment(db, narrowed, open)
  const causes = [...causesOf(narrowed, { open, pointers }), ...earlier, ...concurrent({ ofRecord, open })]
  return { narrowed, causes, ofRecord }
}

/**
 * Ids of a record's entries that do not wait for its last one, and for which that one does not wait: two tabs wrote at once, so both are sent at the same time.
 * Whatever is written next must wait for both, or it may arrive before one of them (PUSH-1). Refused entries wait for their author instead. Pure.
 */
function concurrent({ ofRecord, open }: { ofRecord: readonly OutboxEntry[]; open: readonly OutboxEntry[] }): string[] {
  const last = ofRecord.at(-1)?.id ?? ''
  const waits = (id: string, other: string): boolean => comesAfter([id], { entry: other, open })
  return ofRecord
    .filter(({ id, state }) => id !== last && state !== 'refused' && !waits(id, last) && !waits(last, id))
    .map(({ id }) => id)
}

interface Fold {
  last: OutboxEntry
  draft: Draft
  open: readonly OutboxEntry[]
  /** Entries that the draft must come after. */
  causes: readonly string[]
}

/**
 * OUT-4: folds an edit into the record's last entry, only while that was never sent; the first base stays. The edit's causes come before the entry
 * from then on (I8). Where a cause itself comes after the entry, the edit gets an entry of its own; and where a deletion does: the edit was made
 * after it, so the server must meet both (MERGE-7).
 */
async function fold(db: LocalDatabase, { last, draft, open, causes }: Fold): Promise<boolean> {
  if (last.action !== 'create' && last.action !== 'update') return false
  // A move to another agency is sent after what is about the project (PUSH-9), which may itself wait for this entry: a new quote, a photo.
  if (isAgencyMove(draft) && !isAgencyMove(last)) return false
  // A later version of the app made the entry: the edit gets an entry of its own (VER-3).
  if (last.schemaVersion > db.versions.current) return false
  const deletions = open.filter(({ action }) => action === 'delete').map(({ id }) => id)
  if (comesAfter([...causes, ...deletions], { entry: last.id, open })) return false
  const moved = await moveEntry(db, {
    id: last.id,
    from: ['pending'],
    change: (stored) => {
      const entry = asOfNow(db.versions, stored)
      return {
        // Server states seen since the entry was made are not concurrent with it: the fold raises the clock.
        counter: Math.max(entry.counter, draft.seen + 1),
        seen: Math.max(entry.seen, draft.seen),
        after: [...new Set([...entry.after, ...causes])],
        schemaVersion: entry.schemaVersion,
        ...foldValues(entry, draft),
      }
    },
  })
  return moved !== null
}

/** Whether one of several entries waits for another one, through any number of others. */
function comesAfter(ids: readonly string[], { entry, open }: { entry: string; open: readonly OutboxEntry[] }): boolean {
  const byId = new Map(open.map((one) => [one.id, one]))
  const looked = new Set<string>()
  const rest = [...ids]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next === entry) return true
    if (looked.has(next)) continue
    looked.add(next)
    rest.push(...(byId.get(next)?.after ?? []))
  }
  return false
}

function foldValues(entry: OutboxEntry, draft: Draft): Pick<OutboxEntry, 'patch' | 'base'> {
  const entity = entityOf(entry.resource)
  const sets = foldSets(entity, entry, draft)
  const patch: Values = { ...entry.patch, ...draft.patch, ...sets.patch }
  if (entry.base !== null) return { patch, base: { ...draft.base, ...entry.base, ...sets.base } }
  // RES-05: a creation gives no empty field.
  const given = Object.entries(patch).filter(([name, value]) => name === entity.key || (value !== null && value !== ''))
  return { patch: entry.action === 'create' ? Object.fromEntries(given) : patch, base: null }
}

interface Made {
  draft: Draft
  causes: readonly string[]
  /** Open entries of the record, in order. */
  ofRecord: readonly OutboxEntry[]
}

function newEntry(db: LocalDatabase, { draft, causes, ofRecord }: Made): OutboxEntry {
  const last = ofRecord.at(-1)
  return {
    ...draft,
    id: uuidv7(),
    counter: Math.max(draft.seen, ...ofRecord.map((e) => e.counter)) + 1,
    after: [...new Set([...(last ? [last.id] : []), ...causes])],
    company: db.identity.companyId,
    account: db.identity.account,
    impersonator: db.identity.impersonator,
    schemaVersion: db.versions.current,
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
