import { contained, type Stamp, type Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { deletedWithProject } from './bury.ts'
import { TOMBSTONE } from './changes.ts'
import { type ConflictContext, lostDelete, stageConflict } from './conflicts.ts'
import { assertNotErased } from './erased.ts'
import { rootOf } from './project-scope.ts'
import { usersOf } from './uses.ts'
import { knewDeletion, type Mutation, nextVersion, type WriteContext } from './write-types.ts'

/** Stamp of this record's deletion, when the edit was made without knowing it (MERGE-4); null when it is alive, or known to be deleted. */
export const unknownDeletion = (ctx: WriteContext, row: StoredRow): Stamp | null =>
  row.deleted ? unknown(ctx, row.stamps[TOMBSTONE]) : unknownHiding(ctx, row)

/** The same for a soft-deleted appointment (SUPPRIME). */
function unknownHiding(ctx: WriteContext, row: StoredRow): Stamp | null {
  const { resource, patch } = ctx.mutation
  const hidden = resource === 'rdv' && row.record.SUPPRIME === 1 && !('SUPPRIME' in patch)
  return hidden ? unknown(ctx, row.stamps.SUPPRIME) : null
}

function unknown(ctx: WriteContext, stamp: Stamp | undefined): Stamp | null {
  const { seen, base } = ctx.mutation
  // A device sends its own edits before its deletion: an edit that arrives after it is of another device, even when both belong to one person.
  if (!stamp || base === null || seen === null || seen >= stamp[3]) return null
  return wasKnown(ctx, stamp) || wasKnowing(seen, stamp) ? null : stamp
}

/** Both were made before a restore, and the author of the deletion knew this edit, which arrives again after it (HEAL-8). */
const wasKnown = ({ mutation }: WriteContext, [, , , , former]: Stamp): boolean =>
  former !== undefined && contained(mutation.made ?? [], former.seen)

/** Both were made before a restore, and the edit was made on the deleted record. */
const wasKnowing = (seen: number, [counter, , , , former]: Stamp): boolean =>
  former !== undefined && knewDeletion(seen, { seen: former.seen, counter })

/** The edit was accepted before a restore, and then its record was deleted by somebody who knew it; the deletion has arrived again first. */
export const isOfDeleted = (ctx: WriteContext, row: StoredRow): boolean => {
  const stamp = row.deleted ? row.stamps[TOMBSTONE] : row.record.SUPPRIME === 1 ? row.stamps.SUPPRIME : undefined
  return stamp !== undefined && wasKnown(ctx, stamp)
}

/** The write was made on a local database, maybe long ago: only such a write may not know of a deletion. Other callers are told that the record is deleted. */
export const isFromDevice = ({ counter, action, base }: Mutation): boolean =>
  counter !== null && (action === 'create' || base !== null)

/** What is needed to restore records. */
export type ReviveContext = ConflictContext & Pick<WriteContext, 'tx'>

interface Revived {
  row: StoredRow
  deletion: Stamp
  patch: Values
  fields: Set<string>
  /** By somebody who was taken off before: a cancelled appointment stays cancelled (PUSH-12). */
  isLate: boolean
}

/**
 * Restores the record that an edit is about, whatever the stamps say; its deleter is told. A project restores what was deleted with it. For any other record
 * `reviveRoots` restores its project, once the edit has said which one that is. Changes `row` and `fields`.
 */
export async function revive(ctx: WriteContext, { row, deletion, patch, fields, isLate }: Revived): Promise<void> {
  const { resource, mutation } = ctx.mutation
  if (row.deleted) {
    if (!deletedWithProject(row)) tellDeleter(ctx, { resource, row, deletion, kept: patch })
    undelete(row)
    fields.add(TOMBSTONE)
    if (resource === 'projet') await reviveContents(ctx, row.id, deletion)
  }
  const hiding = isLate ? null : unknownHiding(ctx, row)
  if (!hiding) return
  tellDeleter(ctx, { resource, row, deletion: hiding, kept: patch })
  row.record = { ...row.record, SUPPRIME: 0 }
  const stamp: Stamp = [hiding[0] + 1, mutation, ctx.actor.staff.id, nextVersion(row.version, ctx.mutation.counter)]
  row.stamps = { ...row.stamps, SUPPRIME: stamp }
  fields.add('SUPPRIME')
}

/** Restores the project that a written record belongs to, with everything that was deleted with it, and its client. */
export async function reviveRoots(
  ctx: ReviveContext,
  { resource, record }: { resource: SyncedResource; record: Values },
): Promise<void> {
  if (resource === 'projet') return reviveClient(ctx, record.IDCLIENT)
  const projet = await rootOf(ctx.tx, resource, record)
  if (projet !== null) await reviveProject(ctx, projet)
}

/** Restores a record because a write that did not know of its deletion uses it (MERGE-7). */
export async function reviveUsed(ctx: ReviveContext, resource: SyncedResource, id: string): Promise<void> {
  if (resource === 'projet') return reviveProject(ctx, id)
  const row = await stored(ctx, resource, id)
  assertNotErased(row)
  if (row?.deleted && !deletedWithProject(row)) reviveRow(ctx, resource, row)
  if (row && resource !== 'client') await reviveRoots(ctx, { resource, record: row.record })
}

async function reviveProject(ctx: ReviveContext, id: string): Promise<void> {
  const row = await stored(ctx, 'projet', id)
  assertNotErased(row)
  const deletion = row?.stamps[TOMBSTONE]
  if (!row?.deleted || !deletion) return
  reviveRow(ctx, 'projet', row)
  await reviveContents(ctx, id, deletion)
  await reviveClient(ctx, row.record.IDCLIENT)
}

async function reviveClient(ctx: ReviveContext, id: unknown): Promise<void> {
  const row = typeof id === 'string' ? await stored(ctx, 'client', id) : null
  assertNotErased(row)
  if (row?.deleted) reviveRow(ctx, 'client', row)
}

/** What was deleted with a project in the same deletion. */
async function reviveContents(ctx: ReviveContext, projet: string, deletion: Stamp): Promise<void> {
  for (const [resource, ids] of await usersOf(ctx.tx, { resource: 'projet', id: projet }, true)) {
    for (const row of await readRows(ctx.tx, { resource, ids, lock: 'update' })) {
      // This write is changing that record itself.
      if (resource === ctx.mutation.resource && row.id === ctx.mutation.id) continue
      if (row.stamps[TOMBSTONE]?.[1] !== deletion[1]) continue
      const before = row.record
      undelete(row)
      row.version = nextVersion(row.version, null)
      ctx.changes.update({ resource, row, before, fields: [TOMBSTONE] })
    }
  }
}

const stored = async (ctx: ReviveContext, resource: SyncedResource, id: string): Promise<StoredRow | null> =>
  ctx.changes.get(resource, id)?.row ?? (await readRow(ctx.tx, { resource, id, lock: 'update' }))

function reviveRow(ctx: ReviveContext, resource: SyncedResource, row: StoredRow): void {
  tellDeleter(ctx, { resource, row, deletion: row.stamps[TOMBSTONE] ?? null, kept: {} })
  undelete(row)
  row.version = nextVersion(row.version, null)
  ctx.changes.update({ resource, row, before: row.record, fields: [TOMBSTONE] })
}

interface Told {
  resource: SyncedResource
  row: StoredRow
  deletion: Stamp | null
  kept: Values
}

function tellDeleter(ctx: ConflictContext, { resource, row, deletion, kept }: Told): void {
  const lost = lostDelete({ deleter: deletion?.[2] ?? null, editor: ctx.actor.staff.id, kept: { ...kept } })
  stageConflict(ctx, { resource, row, lost, reason: 'supprime' })
}

/** Makes a tombstone a living row again. */
export function undelete(row: StoredRow): void {
  const { [TOMBSTONE]: _, ...stamps } = row.stamps
  row.stamps = stamps
  row.deleted = false
}
