import { may } from '../../schemas/access.ts'
import { AppError, noRole, unauthorized } from '../../schemas/errors.ts'
import { unitOf, type Values } from '../../schemas/merge.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { contactEffects } from '../contacts/contact-effects.ts'
import { type NoticeEvent, noticeEvents } from '../notices/events.ts'
import { BURST_SECONDS, tell, tellLater } from '../notices/tell.ts'
import type { Tx } from '../plugins/database/database.ts'
import { seesRow } from '../policies/visibility.ts'
import { readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { assertAbsences } from './absence-scope.ts'
import { updateBalances } from './balances.ts'
import { createChanges } from './changes.ts'
import { conflictIds, setConflictViewers, stageConflict } from './conflicts.ts'
import { create } from './create.ts'
import { recall, verdictWrite } from './idempotency.ts'
import { type Led, lead, learn, lockLed, noteLed } from './lead.ts'
import { noteLate, passOn } from './leaver.ts'
import { StaleRoot } from './locks.ts'
import { startAnewForOthers } from './other-client.ts'
import { updateScopes } from './project-effects.ts'
import { remove } from './remove.ts'
import { update } from './update.ts'
import type { Mutation, StaffActor, Verdict, WriteContext, WriteDeps } from './write-types.ts'

const TRIES = 4

/**
 * The one way to change a synced record, for forms and devices alike: once per mutation id, under the actor's rights, merged, checked and written with its
 * consequences in one transaction; hints are sent after the commit. Throws AppError for a refusal.
 */
export async function applyMutation(deps: WriteDeps, actor: StaffActor, mutation: Mutation): Promise<Verdict> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { publicUrl, contactUrl, canaux } = deps
      const { verdict, hints, ended, told } = await deps.database.inTenant(actor.companyId, (tx) =>
        write(tx, { actor, mutation, publicUrl, contactUrl, canaux, now: deps.now?.() ?? new Date() }),
      )
      for (const account of ended) deps.forget(account)
      if (hints.length > 0) deps.publish(actor.companyId, hints)
      if (told) deps.wake(actor.companyId, BURST_SECONDS)
      return verdict
    } catch (error) {
      if (!isRace(error) || tries >= TRIES) throw asRefusal(error)
    }
  }
}

type Outcome = { verdict: Verdict; hints: Hint[]; ended: string[]; told: boolean }

type Asked = Pick<WriteContext, 'actor' | 'mutation' | 'publicUrl' | 'contactUrl' | 'canaux' | 'now'>

async function write(tx: Tx, input: Asked): Promise<Outcome> {
  const { actor, mutation } = input
  const { zone, accepted } = await recall(tx, input)
  if (accepted) {
    const row = await readRow(tx, { resource: mutation.resource, id: accepted.record_id })
    if (!row) throw new AppError('INTERNAL', 'Enregistrement perdu.')
    const kept = await readRows(tx, { resource: 'conflit', ids: conflictIds(input) })
    const conflits = lostBy(actor, kept)
    const status = accepted.status === 204 && isThere(mutation, row) ? 200 : accepted.status
    return { verdict: verdictOf(actor, mutation, { row, status, conflits }), hints: [], ended: [], told: false }
  }
  if (actor.staff.roles.length === 0) throw noRole()
  if (!may(actor.staff, mutation.action, mutation.resource)) throw unauthorized()
  const asked: WriteContext = { tx, ...input, entity: entityOf(mutation.resource), zone, changes: createChanges() }
  const led = await lead(asked)
  const ctx = { ...asked, mutation: led.mutation }
  const { row, status } = await runLed(ctx, led)
  await passOn(ctx)
  await startAnewForOthers(ctx)
  await updateBalances(ctx)
  await updateScopes(ctx)
  assertAbsences(ctx)
  await noteLate(ctx)
  setConflictViewers(ctx)
  const by = { account: actor.account, mutation: mutation.mutation }
  const told = await tell({ ...ctx, author: actor.staff.id, by }, await noticeEvents(ctx))
  const { resource } = mutation
  const answer = { status, resource, record_id: row.id, version: row.version }
  const hints = await ctx.changes.flush(tx, (seqOf) =>
    verdictWrite({ ...input, verdict: { ...answer, seq: seqOf(row) } }),
  )
  const late: NoticeEvent[] = []
  const ended = await contactEffects({ ...ctx, account: actor.account, tell: (event) => void late.push(event) })
  const alarm = await tellLater({ tx, by }, late)
  const made = ctx.changes.all().filter((one) => one.resource === 'conflit')
  const conflits = lostBy(
    actor,
    made.map((one) => one.row),
  )
  return {
    verdict: verdictOf(actor, mutation, { row, status, conflits }),
    hints: [...hints, ...alarm.hints],
    ended,
    told: told || alarm.told,
  }
}

/**
 * Whether the record of a deletion that is sent again is there today, because somebody has restored it since. Its answer bears the seq of that state, so the
 * device must get the record with it: of a state that it holds already it would not ask again (I4).
 */
const isThere = ({ resource }: Mutation, { deleted, record }: StoredRow): boolean =>
  !deleted && !(resource === 'rdv' && record.SUPPRIME === 1)

/** What an older app said of a removed field is kept for its author as a conflict (VER-2). */
function keepDropped(ctx: WriteContext, row: StoredRow): void {
  const { resource, dropped = {} } = ctx.mutation
  const fields = Object.keys(dropped)
  if (fields.length === 0) return
  const lost = { fields, lost: dropped, kept: {}, lostBy: ctx.actor.staff.id, keptBy: null }
  stageConflict(ctx, { resource, row, lost, reason: 'incoherent' })
}

/** Runs the write where the merges lead it. The answer to an edit of a client's record that went is about that one: it stays a tombstone. */
async function runLed(ctx: WriteContext, led: Led): Promise<{ row: StoredRow; status: Verdict['status'] }> {
  const locked = led.gone.length > 0 ? await lockLed(ctx, led) : []
  const done = await run(ctx)
  keepDropped(ctx, done.row)
  await noteLed(ctx, led.merges)
  const gone = led.gone.map((id) => locked.find((row) => row.id === id))
  const rows: StoredRow[] = []
  for (const row of gone) if (row !== undefined) rows.push(await learn(ctx, row))
  return rows[0] ? { ...done, row: rows[0] } : done
}

async function run(ctx: WriteContext): Promise<{ row: StoredRow; status: Verdict['status'] }> {
  switch (ctx.mutation.action) {
    case 'create':
      return { row: (await create(ctx)).row, status: 201 }
    case 'delete': {
      const { row, gone } = await remove(ctx)
      return { row, status: gone ? 204 : 200 }
    }
    default:
      return { row: (await update(ctx)).row, status: 200 }
  }
}

const lostBy = (actor: StaffActor, rows: StoredRow[]): Values[] =>
  rows
    .filter((row) => mayReadAnswer(actor) && row.record.PERDU_PAR === actor.staff.id)
    // Of what was given to a colleague they read nothing any more, nor what was kept instead of theirs.
    .filter((row) => seesRow(actor.staff, 'conflit', row))
    .map((row) => row.record)

/** An account without a role, or of somebody who has left, learns that the write was accepted, and does not get the record. */
const mayReadAnswer = ({ staff, sendsOnly }: StaffActor): boolean => staff.roles.length > 0 && sendsOnly !== true

function verdictOf(
  actor: StaffActor,
  mutation: Mutation,
  { row, status, conflits }: { row: StoredRow; status: Verdict['status']; conflits: Values[] },
): Verdict {
  const seen = mayReadAnswer(actor) && status !== 204 && !row.deleted && seesRow(actor.staff, mutation.resource, row)
  const record = seen ? { ...row.record, VERSION: row.version } : null
  const over = record === null ? [] : overwritten(mutation, row)
  return { status, record, conflits, overwritten: over, version: row.version, seq: row.seq }
}

/** A field without a stamp was not edited since the record was created. */
function overwritten({ resource, patch, mutation }: Mutation, { stamps }: StoredRow): string[] {
  const { fields } = entityOf(resource)
  return Object.keys(patch).filter((name) => {
    const stamp = fields[name] && stamps[unitOf(fields[name], name)]
    return stamp !== undefined && stamp[1] !== mutation
  })
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

/** Two writers used the same key, or the record moved between two reads: the second try sees what the first writer wrote. */
const isRace = (error: unknown): boolean => error instanceof StaleRoot || codeOf(error) === '23505'

/** The triggers that protect signed records fail only when the check before them did not: both give the same answer. */
function asRefusal(error: unknown): unknown {
  const message = IMMUTABLE[String(codeOf(error))]
  return message === undefined ? error : new AppError('IMMUTABLE', message, { cause: error })
}

const IMMUTABLE: Record<string, string> = {
  LO002: 'Ce devis est signé : il ne peut plus être modifié.',
  LO008: 'Ce document est signé : il ne peut être ni remplacé ni supprimé.',
}
