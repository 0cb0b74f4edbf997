import { mayChangeOf } from '../../schemas/access.ts'
import { AppError, notFound, unauthorized } from '../../schemas/errors.ts'
import type { JournalEntry } from '../../schemas/journal.ts'
import { type MergeResult, mergePatch, same, type Values } from '../../schemas/merge.ts'
import { isSealed, type QuoteState } from '../../schemas/rules/devis.ts'
import { mayChangePerson, type Rights } from '../../schemas/rules/direction.ts'
import { PV_SEALED, pvSays } from '../../schemas/rules/intervention-site.ts'
import { beyondRights } from '../accounts/staff-accounts.ts'
import { findFile } from '../files/repositories/files.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import type { Staged } from './changes.ts'
import { assertPatchable, assertWallClock, withoutZeroDates } from './check-body.ts'
import { keepCoherent } from './coherence.ts'
import { assertCommand, commandPatch, effectOf, isServerCommand } from './commands.ts'
import { lostDelete, stageConflict, unknownEdits } from './conflicts.ts'
import { assertNotErased } from './erased.ts'
import { withRevision } from './form-revision.ts'
import { moveStoredLines, withoutCalls } from './journal.ts'
import { weighFeedback } from './late-feedback.ts'
import { isMerged, mayNotKnow } from './lead.ts'
import { reaches } from './leaver.ts'
import { lockForChange, StaleRoot } from './locks.ts'
import { assertBytesKept, namedSafely } from './name-file.ts'
import { assertParents } from './parents.ts'
import { projectEvents } from './project-events.ts'
import { withCorrection } from './report-corrections.ts'
import { isOfDeleted, revive, reviveRoots, unknownDeletion } from './revive.ts'
import { rewordWaiting } from './reword-devis.ts'
import { withSignedItems } from './signed-items.ts'
import { isLateEdit, withoutDeciding } from './taken-off.ts'
import { nextVersion, stampOf, type WriteContext } from './write-types.ts'

/** Stages a patch of a stored record (an update, a command, and the deletion of a rdv, which is a field). */
export async function update(ctx: WriteContext, given: Values = ctx.mutation.patch): Promise<Staged> {
  const { mutation, entity, actor } = ctx
  const effect = effectOf(mutation.action)
  const asked = commandPatch(ctx, withoutZeroDates(entity, given))
  const base = isServerCommand(ctx) ? {} : mutation.base && withoutZeroDates(entity, mutation.base)
  assertPatchable(actor.staff, { resource: mutation.resource, patch: asked.given, base })
  assertWallClock(entity, asked.patch, ctx.zone)
  const row = await lockForChange(ctx, asked.patch)
  if (!row) throw notFound()
  assertNotErased(row)
  const deletion = unknownDeletion(ctx, row)
  // Merged between two reads of this write, which runs again and is led to the kept one (MERGE-9).
  if (isMerged(row) && mayNotKnow(mutation)) throw new StaleRoot(mutation.resource)
  const isPast = isOfDeleted(ctx, row)
  const edit = await reachedEdit(ctx, row, { patch: asked.patch, base, isUnseenDeletion: deletion !== null || isPast })
  const revived = edit.isLate && !row.deleted ? null : deletion
  if (row.deleted && isPast) return { resource: mutation.resource, row, before: row.record, fields: new Set() }
  if (row.deleted && !deletion) throw notFound()
  if (!mayChangeOf(actor.staff, mutation.resource, (row.record.IDPERSONNEL ?? null) as string | null))
    throw unauthorized()
  assertManaged(ctx, row)
  assertCurrent(ctx, row)
  assertUnsealed(ctx, row)
  await assertCommand(ctx, row, edit.patch)
  const before = { ...row.record }
  const fields = new Set<string>(moveStoredLines(ctx, row))
  const signed = await withSignedItems(ctx, namedSafely(ctx, row, edit), row.record)
  const told = withoutCalls(ctx, signed, row)
  const { patch, deleteLost } = withoutLostDelete(ctx, row, told.patch)
  if (revived) {
    await assertBytesKept(ctx, row)
    await revive(ctx, { row, deletion: revived, patch, fields, isLate: edit.isLate })
  }
  const merged = mergePatch({
    entity,
    server: row.record,
    stamps: row.stamps,
    patch,
    base: effect.adds ? null : told.base && { ...row.record, ...told.base },
    stamp: stampOf(ctx, row.version),
  })
  const counted = withRevision(ctx, row, withCorrection(ctx, row, merged))
  const coherent = await keepCoherent(ctx, { row, patch, merged: counted })
  await assertPvKept(ctx, { before, after: coherent.merged.record })
  await assertParents(ctx, { record: coherent.merged.record, before })
  if (revived) await reviveRoots(ctx, { resource: mutation.resource, record: coherent.merged.record })
  stageLosses(ctx, { row, ...coherent, patch })
  if (deleteLost) {
    stageConflict(ctx, { resource: mutation.resource, row, lost: deleteLost, reason: 'supprime' })
  }
  for (const name of coherent.merged.changed) fields.add(name)
  row.record = coherent.merged.record
  row.stamps = coherent.merged.stamps
  for (const name of readingToForget(ctx, before, row.record)) {
    row.record[name] = null
    fields.add(name)
  }
  const events = await projectEvents(ctx, before, row.record)
  if (events.length > 0) {
    row.record.JOURNAL = [...(row.record.JOURNAL as JournalEntry[]), ...events]
    fields.add('JOURNAL')
  }
  row.version = nextVersion(row.version, mutation.counter)
  await effect.tell?.(ctx, row, before)
  await rewordWaiting(ctx, row, before)
  return ctx.changes.update({ resource: mutation.resource, row, before, fields })
}

/**
 * What this write may change of the row: all that it says where its author sees the record, less where their device still sends what it holds of works that
 * were given to a colleague (PUSH-12): `isLate`.
 * @throws AppError NOT_FOUND
 */
async function reachedEdit(
  ctx: WriteContext,
  row: StoredRow,
  { patch, base, isUnseenDeletion }: { patch: Values; base: Values | null; isUnseenDeletion: boolean },
): Promise<{ patch: Values; base: Values | null; isLate: boolean }> {
  const { mutation, actor, tx } = ctx
  if (await reaches(tx, actor, { resource: mutation.resource, ...row }))
    return { ...(await weighFeedback(ctx, row, { patch, base })), isLate: false }
  if ((isUnseenDeletion || mutation.action === 'notify') && isTheirs(ctx, row)) return { patch, base, isLate: false }
  const late = (await isLateEdit(ctx, row)) ? withoutDeciding(ctx, row, { patch, base }) : null
  if (late === null) throw notFound()
  return { ...(await weighFeedback(ctx, row, late)), isLate: true }
}

/** What the customer has read of a quote is not said of its other lines, and who waits for the answer is told when these are read. The list of views stays. */
const readingToForget = ({ mutation }: WriteContext, before: Values, after: Values): readonly string[] =>
  mutation.resource !== 'devis' || after.DATE_CONSULTATION === null || same(before.LIGNES, after.LIGNES)
    ? []
    : ['DATE_CONSULTATION']

/** An appointment that is soft-deleted (SUPPRIME) gives nobody sight of its project any more, but its people may have edited it without knowing (MERGE-4), and tell its customer that it is cancelled. */
const isTheirs = ({ mutation, actor }: WriteContext, { record }: StoredRow): boolean =>
  mutation.resource === 'rdv' && (record.IDPERSONNELS as string[]).includes(actor.staff.id)

/** A colleague's name and number, which customers read too, are written by who may set up that account. */
function assertManaged({ mutation, actor }: WriteContext, { id, record }: StoredRow): void {
  if (mutation.resource === 'personnel' && !mayChangePerson(actor.staff, id, record as unknown as Rights))
    throw beyondRights()
}

/** A replacement (no `_base`) of a VERSION that is no longer current: 409 with the record as it is. */
function assertCurrent({ mutation }: WriteContext, row: StoredRow): void {
  if (mutation.base !== null || mutation.seen === null || mutation.seen === row.version) return
  throw changedMeanwhile({ ...row.record, VERSION: row.version })
}

/** Runs before any merge: signed values do not change (MERGE-6). */
export function assertUnsealed({ mutation }: WriteContext, row: StoredRow): void {
  if (mutation.resource !== 'devis' || !isSealed(row.record as unknown as QuoteState)) return
  throw new AppError('IMMUTABLE', 'Ce devis est signé : il ne peut plus être modifié.')
}

/** What the customer signed stays as it was, whoever edits it and however late the edit arrives (I13). */
async function assertPvKept(
  { mutation, tx }: WriteContext,
  { before, after }: { before: Values; after: Values },
): Promise<void> {
  if (mutation.resource !== 'intervention' || pvSays(before as never) === pvSays(after as never)) return
  const owner = { resource: 'intervention', id: mutation.id } as const
  if (await findFile(tx, { owner, ORIGINE: 'intervention_sign_pv' })) throw new AppError('IMMUTABLE', PV_SEALED)
}

/** Deleting a rdv that somebody edited meanwhile loses (MERGE-4): the deletion is taken out of the patch. */
function withoutLostDelete(
  ctx: WriteContext,
  row: StoredRow,
  patch: Values,
): { patch: Values; deleteLost: ReturnType<typeof lostDelete> | null } {
  if (ctx.mutation.resource !== 'rdv' || patch.SUPPRIME !== 1 || row.record.SUPPRIME === 1) {
    return { patch, deleteLost: null }
  }
  const [edit] = unknownEdits(ctx, row, stampOf(ctx, row.version))
  if (!edit) return { patch, deleteLost: null }
  const { SUPPRIME: _, ...rest } = patch
  return { patch: rest, deleteLost: lostDelete({ deleter: ctx.actor.staff.id, editor: edit[2], kept: {} }) }
}

function stageLosses(
  ctx: WriteContext,
  { row, merged, dropped, patch }: { row: StoredRow; merged: MergeResult; dropped: string[]; patch: Values },
): void {
  const { resource } = ctx.mutation
  for (const lost of merged.lost) stageConflict(ctx, { resource, row, lost, reason: 'concurrent' })
  if (dropped.length === 0) return
  const pick = (from: Values): Values => Object.fromEntries(dropped.map((name) => [name, from[name] ?? null]))
  const lost = {
    fields: dropped,
    lost: pick(patch),
    kept: pick(row.record),
    lostBy: ctx.actor.staff.id,
    keptBy: null,
  }
  stageConflict(ctx, { resource, row, lost, reason: 'incoherent' })
}
