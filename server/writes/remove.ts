import { notFound } from '../../schemas/errors.ts'
import { seesRow } from '../policies/visibility.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { lostDelete, stageConflict, unknownEdits } from './conflicts.ts'
import { lockForChange } from './locks.ts'
import { assertDeletable, bury } from './tombstones.ts'
import { assertUnsealed, update } from './update.ts'
import { stampOf, type WriteContext } from './write-types.ts'

export interface Removal {
  row: StoredRow
  /** False when a newer edit of somebody else kept the record (MERGE-4). */
  gone: boolean
}

/**
 * Deletes a record: a rdv is hidden (SUPPRIME), anything else becomes a tombstone. Deleting a tombstone is accepted and changes
 * nothing.
 */
export async function remove(ctx: WriteContext): Promise<Removal> {
  if (ctx.mutation.resource === 'rdv') return hide(ctx)
  const row = await lockForChange(ctx, {})
  if (!row || !seesRow(ctx.actor.staff, ctx.mutation.resource, row)) throw notFound()
  if (row.deleted) return { row, gone: true }
  assertUnsealed(ctx, row)
  await assertDeletable(ctx, row)
  const [edit] = unknownEdits(ctx, row, stampOf(ctx, row.version))
  if (edit) {
    const lost = lostDelete({ deleter: ctx.actor.staff.id, editor: edit[2], kept: {} })
    stageConflict(ctx, { resource: ctx.mutation.resource, row, lost, reason: 'supprime' })
    return { row, gone: false }
  }
  await bury(ctx, row)
  return { row, gone: true }
}

async function hide(ctx: WriteContext): Promise<Removal> {
  const known = await lockForChange(ctx, {})
  if (!known || !seesRow(ctx.actor.staff, 'rdv', known)) throw notFound()
  if (known.deleted || known.record.SUPPRIME === 1) return { row: known, gone: true }
  // The device merges by what it had seen, not by VERSION alone: a stale If-Match is no 409 here.
  const merging = { ...ctx, mutation: { ...ctx.mutation, base: { SUPPRIME: 0 } } }
  const { row } = await update(merging, { SUPPRIME: 1 })
  return { row, gone: row.record.SUPPRIME === 1 }
}
