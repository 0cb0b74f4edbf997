import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { replaces } from '../../schemas/rules/corrections.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { isRefused, type OutboxEntry } from '../store/outbox-entry.ts'

/** A record that another one points to. */
interface Target {
  resource: SyncedResource
  id: string
}

/** What the record of each entry points to, or pointed to before the entry; by the entry's id. */
export type Pointers = ReadonlyMap<string, readonly Target[]>

export const NO_POINTERS: Pointers = new Map()

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

function targetsOf(resource: SyncedResource, values: Values): Target[] {
  const { fields } = entityOf(resource)
  return Object.entries(values).flatMap(([name, value]) => {
    const to = fields[name]?.ref
    if (to === undefined) return []
    const target = (to.startsWith('liste:') ? 'reference' : to) as SyncedResource
    return idsIn(value).map((id) => ({ resource: target, id }))
  })
}

/** What a record points to: its deletion's entry keeps it, to order deletions after the record itself is gone (PUSH-9). */
export function referencesOf(resource: SyncedResource, record: Values): Values {
  const { fields } = entityOf(resource)
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields[name]?.ref !== undefined))
}

/** Reads the records of the entries as they stand on this device. */
export async function pointersOf(db: LocalDatabase, entries: readonly OutboxEntry[]): Promise<Pointers> {
  const pointers = new Map<string, Target[]>()
  for (const resource of new Set(entries.map((entry) => entry.resource))) {
    const ofIt = entries.filter((entry) => entry.resource === resource)
    const ids = [...new Set(ofIt.map((entry) => entry.recordId))]
    const stored = await db.of(resource).storageInstance.findDocumentsById(ids, false)
    const records = new Map(stored.map((doc) => [String((doc as Values)[entityOf(resource).key]), doc as Values]))
    for (const entry of ofIt) {
      const values = [records.get(entry.recordId) ?? {}, entry.patch, entry.base ?? {}]
      pointers.set(
        entry.id,
        values.flatMap((one) => targetsOf(resource, one)),
      )
    }
  }
  return pointers
}

type Draft = Pick<OutboxEntry, 'resource' | 'recordId' | 'action' | 'patch'> & { after?: readonly string[] }

type OfRecord = Pick<OutboxEntry, 'resource' | 'recordId'>

/** Whether the record of an entry points, or pointed, to this one. */
export const isAbout = (pointers: Pointers, e: OutboxEntry, { resource, recordId }: OfRecord): boolean =>
  (pointers.get(e.id) ?? []).some((to) => to.resource === resource && to.id === recordId)

/**
 * PUSH-9: the entries of other records that must reach the server before this one (I8). Before an edit: the creations of the records that it points
 * to. Before a deletion: the entries of all records that point, or pointed, to the deleted one; `pointers` are theirs. Before the correction of a payment: its
 * cancellation.
 */
export function causesOf(
  draft: Draft,
  { open, pointers }: { open: readonly OutboxEntry[]; pointers: Pointers },
): string[] {
  const targets = targetsOf(draft.resource, draft.patch)
  const others = open.filter((e) => e.recordId !== draft.recordId || e.resource !== draft.resource)
  const isCause = (e: OutboxEntry): boolean =>
    draft.action === 'delete'
      ? isAbout(pointers, e, draft)
      : e.action === 'create'
        ? targets.some(({ resource, id }) => e.resource === resource && e.recordId === id)
        : e.action === 'cancelPayment' && draft.action === 'create' && replaces(draft.recordId, e.recordId)
  return [...(draft.after ?? []), ...others.filter(isCause).map((e) => e.id)]
}

const REFUND = 'remboursement'

/**
 * PUSH-9 for money, in the order of this outbox: before a refund the payments of its order that it may give back, before a refund or cash the cancellations that
 * make room for it. What was refused waits for its author, and holds nothing back. Asked when the entry is made, and not after a restore: what was made later
 * would then count as a cause, and two entries could wait for each other (HEAL-4 waits instead).
 */
export async function beforePayment(
  db: LocalDatabase,
  { resource, action, patch: { GENRE, MOYEN, IDDEVIS } }: Draft,
  open: readonly OutboxEntry[],
): Promise<string[]> {
  const isRefund = GENRE === REFUND
  if (resource !== 'paiement' || action !== 'create' || !(isRefund || MOYEN === 'especes')) return []
  const order: OfRecord = { resource: 'devis', recordId: IDDEVIS as string }
  const pointers = await pointersOf(db, open)
  const isCause = (e: OutboxEntry): boolean =>
    e.resource === resource &&
    !isRefused(e) &&
    (e.action === 'cancelPayment' || (isRefund && e.action === action && e.patch.GENRE !== REFUND)) &&
    isAbout(pointers, e, order)
  return open.filter(isCause).map(({ id }) => id)
}
