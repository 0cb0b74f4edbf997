import { notFound } from '../../schemas/errors.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { bury, buryRow, deletedWithProject } from './bury.ts'
import { lostDelete, stageConflict, unknownEdits } from './conflicts.ts'
import { assertDeletable } from './deletable.ts'
import { reaches } from './leaver.ts'
import { lockForChange } from './locks.ts'
import { assertUnsealed, update } from './update.ts'
import { type Unseen, unseenUse } from './uses.ts'
import { stampOf, type WriteContext } from './write-types.ts'

export interface Removal {
  row: StoredRow
  /** False when an edit that the deletion's author did not know kept the record (MERGE-4, MERGE-7). */
  gone: boolean
}

/**
 * Deletes a record: a rdv is hidden (SUPPRIME), anything else becomes a tombstone. Deleting a tombstone is accepted and changes nothing, except for one that
 * was deleted with its project: it stays deleted when the project is restored.
 */
export async function remove(ctx: WriteContext): Promise<Removal> {
  const { resource } = ctx.mutation
  if (resource === 'rdv') return hide(ctx)
  const row = await lockForChange(ctx, {})
  if (!row || !(await reaches(ctx.tx, ctx.actor, { resource, ...row }))) throw notFound()
  const edited = unknownEdit(ctx, row)
  if (row.deleted) {
    if (deletedWithProject(row) && !edited) buryRow(ctx, resource, row)
    return { row, gone: true }
  }
  assertUnsealed(ctx, row)
  const unseen = edited ?? (await unseenUse(ctx, row))
  if (unseen) {
    const lost = lostDelete({ deleter: ctx.actor.staff.id, editor: unseen.author, kept: {} })
    stageConflict(ctx, { resource, row, lost, reason: 'supprime' })
    return { row, gone: false }
  }
  await assertDeletable(ctx, row)
  await bury(ctx, row)
  return { row, gone: true }
}

function unknownEdit(ctx: WriteContext, row: StoredRow): Unseen | null {
  const [edit] = unknownEdits(ctx, row, stampOf(ctx, row.version))
  return edit ? { author: edit[2] } : null
}

async function hide(ctx: WriteContext): Promise<Removal> {
  const known = await lockForChange(ctx, {})
  if (!known || !(await reaches(ctx.tx, ctx.actor, { resource: 'rdv', ...known }))) throw notFound()
  if (known.deleted && known.record.SUPPRIME !== 1 && !unknownEdit(ctx, known)) hideTombstone(ctx, known)
  if (known.deleted || known.record.SUPPRIME === 1) return { row: known, gone: true }
  // The merge uses what the device had seen, not the VERSION alone: a stale If-Match is no 409 here.
  const merging = { ...ctx, mutation: { ...ctx.mutation, base: { SUPPRIME: 0 } } }
  const { row } = await update(merging, { SUPPRIME: 1 })
  return { row, gone: row.record.SUPPRIME === 1 }
}

/** It was deleted with its project; it stays hidden when the project is restored. */
function hideTombstone(ctx: WriteContext, row: StoredRow): void {
  const before = row.record
  const stamp = stampOf(ctx, row.version)
  row.record = { ...before, SUPPRIME: 1 }
  row.stamps = { ...row.stamps, SUPPRIME: stamp }
  row.version = stamp[3]
  ctx.changes.update({ resource: 'rdv', row, before, fields: ['SUPPRIME'] })
}
