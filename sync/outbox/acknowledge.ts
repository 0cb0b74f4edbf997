import type { ErrorBody } from '../../schemas/errors.ts'
import { same, type Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { apply } from '../apply/apply.ts'
import type { Verdict } from '../net/verdict.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { LEFT } from '../store/local-record.ts'
import { asOfNow, containedIn, type OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries } from '../store/read.ts'
import { rebasedSet, withSets } from './set-edits.ts'
import { ended, moveEntries, moveEntry } from './states.ts'

type Accepted = Extract<Verdict, { kind: 'accepted' }>

/** An entry that the server has accepted, and how. */
export interface Acknowledged {
  entry: OutboxEntry
  verdict: Accepted
}

/** Stores the verdicts, then rebases the later entries (PUSH-7). The entries stay open until the server state is applied (OUT-3). */
export async function storeAcks(db: LocalDatabase, acknowledged: readonly Acknowledged[]): Promise<void> {
  const acks = new Map(
    acknowledged.map(({ entry, verdict: { seq, epoch, record } }) => [
      entry.id,
      {
        ackSeq: seq,
        ackEpoch: epoch,
        ...(record ? { made: [...(entry.made ?? []), Number(record.VERSION)].slice(-9) } : {}),
      },
    ]),
  )
  await moveEntries(db, {
    ids: [...acks.keys()],
    from: ['sent', 'pending'],
    change: ({ id }) => ({ ...acks.get(id), state: 'acked', error: null }),
  })
  const waiting = await openEntries(db)
  for (const { entry, verdict } of acknowledged) {
    const later = waiting.filter((one) => one.resource === entry.resource && one.recordId === entry.recordId)
    if (verdict.record)
      await rebase(db, {
        acked: asOfNow(db.versions, entry),
        later,
        record: verdict.record,
        overwritten: verdict.overwritten,
      })
  }
}

interface Rebase {
  acked: OutboxEntry
  /** Open entries of the record. */
  later: readonly OutboxEntry[]
  record: Values
  overwritten: readonly string[]
}

/**
 * The server may store another value than the one sent (a phone number in its own notation): my next edit must not conflict with my own. A field on
 * which it holds another edit (mine lost, or this is a replay and somebody has written since) keeps its base, so that my later edit still meets the
 * other person's value as a conflict.
 */
async function rebase(db: LocalDatabase, { later, ...answer }: Rebase): Promise<void> {
  for (const entry of later) {
    const moved = (stored: OutboxEntry): Partial<OutboxEntry> | null => {
      const now = asOfNow(db.versions, stored)
      const change = rebased(now, answer)
      return change && { ...change, schemaVersion: now.schemaVersion }
    }
    if (entry.state !== 'pending' || entry.counter <= answer.acked.counter || !moved(entry)) continue
    // Computed again from the stored entry: a tab may fold an edit into it meanwhile.
    await moveEntry(db, { id: entry.id, from: ['pending'], change: (e) => moved(e) ?? {} })
  }
}

/** The rebased patch and base of a later entry; null when nothing changes. Pure. */
function rebased(
  { resource, patch, base }: OutboxEntry,
  { acked, record, overwritten }: Omit<Rebase, 'later'>,
): Pick<OutboxEntry, 'patch' | 'base'> | null {
  if (base === null) return null
  const isSet = (name: string): boolean => entityOf(resource).fields[name]?.merge === 'set'
  const mine = Object.keys(base).filter((name) => name in acked.patch && !overwritten.includes(name))
  const values = mine
    .filter((name) => !isSet(name) && same(base[name], acked.patch[name]) && !same(record[name], acked.patch[name]))
    .map((name) => [name, record[name] ?? null])
  // Of a set, only my own items: what others have added or removed since is no base of mine (OUT-10).
  const sets = mine.filter(isSet).flatMap((name) => {
    const edit = rebasedSet({ patch, base }, acked, { name, record })
    return edit ? [[name, edit] as const] : []
  })
  if (values.length + sets.length === 0) return null
  return withSets({ patch, base: { ...base, ...Object.fromEntries(values) } }, sets)
}

/** Completes acknowledged entries whose effect the applied server state contains. All of them when no ids are given (start-up, after a pull). */
export async function completeAcked(db: LocalDatabase, ids?: readonly string[]): Promise<void> {
  const entries = ids ? await db.outbox.storageInstance.findDocumentsById([...ids], false) : await openEntries(db)
  const acked = (entries as OutboxEntry[]).filter(({ state }) => state === 'acked')
  const [complete, left]: [string[], OutboxEntry[]] = [[], []]
  for (const resource of new Set(acked.map((entry) => entry.resource))) {
    const ofIt = acked.filter((entry) => entry.resource === resource)
    const recordIds = [...new Set(ofIt.map(({ recordId }) => recordId))]
    const { key } = entityOf(resource)
    const docs = await db.of(resource).storageInstance.findDocumentsById(recordIds, true)
    const marks = new Map(docs.map((doc) => [String((doc as Values)[key]), doc.sync]))
    for (const entry of ofIt) {
      const mark = marks.get(entry.recordId)
      // A record that a resync did not bring has nothing left to show. Of one that was made here the server's state may not be applied yet, where the app ended before.
      const isLeft = mark?.gen === LEFT
      const isAwaited = mark?.epoch === entry.ackEpoch || mark?.seq === 0
      if (mark && !isLeft && !containedIn(entry, mark) && isAwaited) continue
      complete.push(entry.id)
      if (isLeft) left.push(entry)
    }
  }
  const settledAt = new Date().toISOString()
  await moveEntries(db, { ids: complete, from: ['acked'], change: () => ({ state: 'done', open: '0', settledAt }) })
  for (const { resource, recordId } of left) await apply(db, resource, { ids: [recordId] })
}

/** A refusal stays visible with the server's message until its author resolves it (SYN-06). */
export async function storeRefusal(
  db: LocalDatabase,
  entry: OutboxEntry,
  error: ErrorBody & { status: number },
): Promise<void> {
  const change = (): Partial<OutboxEntry> => (isOfGoneNotice(entry, error) ? ended() : { state: 'refused', error })
  await moveEntry(db, { id: entry.id, from: ['sent', 'pending'], change })
  await apply(db, entry.resource, { ids: [entry.recordId] })
}

/**
 * Start-up: rebuilds every record that has open entries (OUT-1: a crash between the outbox write and the record's), and completes acknowledged
 * entries. Safe to repeat.
 */
export async function recover(db: LocalDatabase): Promise<void> {
  const byResource = new Map<OutboxEntry['resource'], string[]>()
  for (const entry of await openEntries(db)) {
    if (!entityOf(entry.resource)) continue
    byResource.set(entry.resource, [...(byResource.get(entry.resource) ?? []), entry.recordId])
  }
  for (const [resource, ids] of byResource) await apply(db, resource, { ids })
  await completeAcked(db)
}

/**
 * PUSH-4: the server keeps a notice for some weeks, and a restore may put what several said into one (HEAL-2). That a person has read one that is gone is no
 * work of theirs: there is nothing to correct, and nothing to wait for.
 */
export const isOfGoneNotice = (
  { resource, action }: Pick<OutboxEntry, 'resource' | 'action'>,
  { code }: Pick<ErrorBody, 'code'>,
): boolean => resource === 'notification' && action === 'update' && code === 'NOT_FOUND'
