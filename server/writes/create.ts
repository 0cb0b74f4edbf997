import { newRecord } from '../../schemas/entity.ts'
import { AppError } from '../../schemas/errors.ts'
import { assertNoIssues } from '../../schemas/validate.ts'
import { EVERYONE, isOwn } from '../repositories/rows.ts'
import type { Staged } from './changes.ts'
import { assertCreatable, assertWallClock, withoutZeroDates } from './check-body.ts'
import { brokenRules } from './coherence.ts'
import { assertNoDuplicate } from './duplicate-clients.ts'
import { assertNotErased } from './erased.ts'
import { withoutCalls } from './journal.ts'
import { lockForCreate, StaleRoot } from './locks.ts'
import { withPresentProject } from './moved-files.ts'
import { nameProjectsClient } from './other-client.ts'
import { assertParents } from './parents.ts'
import { fillServerFields } from './server-fields.ts'
import { withSignedItems } from './signed-items.ts'
import { nextVersion, type WriteContext } from './write-types.ts'

/** Stages a new record. Throws what the contract says of a bad body, a missing parent, a duplicate client. */
export async function create(ctx: WriteContext): Promise<Staged> {
  const { mutation, entity, actor } = ctx
  const given = withoutZeroDates(entity, mutation.patch)
  assertCreatable(actor.staff, mutation.resource, given)
  assertWallClock(entity, given, ctx.zone)
  const body = await withPresentProject(ctx, given)
  const there = await lockForCreate(ctx, body)
  if ((await withPresentProject(ctx, body)) !== body) throw new StaleRoot(mutation.resource)
  assertNotErased(there)
  if (there) throw new AppError('CONFLICT', 'Cet identifiant existe déjà.')
  const signed = await withSignedItems(ctx, { patch: body, base: null }, null)
  const record = newRecord(entity, withoutCalls(ctx, signed, null).patch)
  await nameProjectsClient(ctx, record)
  await assertParents(ctx, { record, before: null })
  await fillServerFields(ctx, record, body)
  assertNoIssues(await brokenRules(ctx, record, null))
  if (mutation.resource === 'client' && !mutation.skipDuplicateCheck) await assertNoDuplicate(ctx.tx, record)
  return ctx.changes.insert(mutation.resource, {
    id: mutation.id,
    record,
    version: nextVersion(0, mutation.counter),
    seq: 0,
    deleted: false,
    stamps: {},
    createdBy: actor.staff.id,
    viewers: isOwn(mutation.resource) ? { agence: null, personnes: [actor.staff.id] } : EVERYONE,
  })
}
