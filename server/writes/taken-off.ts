import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { isPlanned, LATE_DAYS, mayArriveLate } from '../../schemas/rules/late-sends.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { stageConflict } from './conflicts.ts'
import { rootOf } from './project-scope.ts'
import type { StaffActor, WriteContext } from './write-types.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

/** What a write, a report or a file of somebody who was taken off is about. */
export interface About {
  resource: SyncedResource
  id: string
  row: Pick<StoredRow, 'record' | 'createdBy'>
}

/**
 * Whether their device may still send this to a record that they do not see any more: they were taken off it within the last days (PUSH-12). Of a project they
 * send what hangs on it; of a report, or of a file, their own.
 */
export async function maySendLate(tx: Tx, { staff }: StaffActor, { resource, id, row }: About): Promise<boolean> {
  if (isPlanned(resource)) return wasPlanned(tx, staff.id, { resource, id })
  if (resource === 'projet') return wasPlanned(tx, staff.id, { projet: id })
  if ((resource !== 'soumission' && resource !== 'fichier') || row.createdBy !== staff.id) return false
  const { IDRDV, RESSOURCE, IDENREGISTREMENT } = row.record
  if (typeof IDRDV === 'string' && (await wasPlanned(tx, staff.id, { resource: 'rdv', id: IDRDV }))) return true
  // Its record, and the file with it, may be another project's since (FILE-14).
  const of = { resource: String(RESSOURCE), id: String(IDENREGISTREMENT) }
  if (isPlanned(of.resource) && (await wasPlanned(tx, staff.id, of))) return true
  const projet = await rootOf(tx, resource, row.record)
  return projet !== null && wasPlanned(tx, staff.id, { projet })
}

type Plan = { resource: string; id: string } | { projet: string }

/** Whether this person was taken off it within the last days. */
export async function wasPlanned(tx: Tx, person: string, plan: Plan): Promise<boolean> {
  const where =
    'projet' in plan ? sql`projet_id = ${plan.projet}` : sql`resource = ${plan.resource} and record_id = ${plan.id}`
  const { rows } = await sql`select 1 from taken_off where ${MINE} and personnel_id = ${person} and ${where}
    and at > now() - make_interval(days => ${LATE_DAYS}::integer) limit 1`.execute(tx)
  return rows.length > 0
}

interface Hands {
  people: readonly string[]
  works: string
  projet: string
}

/** Whether one of these people had these works before somebody else: they were taken off them, or have left and handed them, or their project, over. */
export async function changedHands(tx: Tx, { people, works, projet }: Hands): Promise<boolean> {
  const of = sql`personnel_id = any(${[...people]}::text[])`
  const { rows } = await sql`select 1 from taken_off
      where ${MINE} and ${of} and resource = 'intervention' and record_id = ${works}
    union all
    select 1 from handover_item where ${MINE}
      and ((resource = 'intervention' and record_id = ${works}) or projet_id = ${projet})
      and handover_id in (select id from handover where ${MINE} and ${of} and undone_at is null)
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether they may for a record that a new report points to: whoever was there reports on it. */
export async function mayReportLate(
  { tx, actor, mutation }: Pick<WriteContext, 'tx' | 'actor' | 'mutation'>,
  { resource, id }: { resource: SyncedResource; id: string },
): Promise<boolean> {
  if (mutation.resource !== 'soumission' || mutation.counter === null) return false
  if (resource !== 'rdv' && resource !== 'projet') return false
  const row = await readRow(tx, { resource, id })
  return row !== null && maySendLate(tx, actor, { resource, id, row })
}

/** Edits that arrive late; everything else of a record needs sight of it. */
const LATE_ACTIONS: readonly string[] = ['update', 'debrief', 'feedback']

/** Whether this edit comes from the device of somebody who was taken off, which may not know it. */
export const isLateEdit = async ({ tx, actor, mutation }: WriteContext, row: StoredRow): Promise<boolean> =>
  LATE_ACTIONS.includes(mutation.action) &&
  mutation.counter !== null &&
  mutation.base !== null &&
  maySendLate(tx, actor, { resource: mutation.resource, id: row.id, row })

export interface Edit {
  patch: Values
  base: Values | null
}

/**
 * A late edit without what says for whom, when and where, which is kept as a conflict for the people of the record.
 * @returns null when nothing else is in it
 */
export function withoutDeciding(ctx: WriteContext, row: StoredRow, { patch, base }: Edit): Edit | null {
  const { resource } = ctx.mutation
  const fields = Object.keys(patch).filter((name) => !mayArriveLate(resource, name))
  if (fields.length === 0) return { patch, base }
  const rest = except(fields)
  if (fields.length === Object.keys(patch).length) return null
  const lost = Object.fromEntries(fields.map((name) => [name, patch[name] ?? null]))
  stageConflict(ctx, {
    resource,
    row,
    lost: { fields, lost, kept: {}, lostBy: ctx.actor.staff.id, keptBy: null },
    reason: 'incoherent',
  })
  return { patch: rest(patch), base: base && rest(base) }
}

/** Values without these fields. */
export const except =
  (fields: readonly string[]) =>
  (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !fields.includes(name)))
