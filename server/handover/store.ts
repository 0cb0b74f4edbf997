import { sql } from 'kysely'
import { AppError, notFound } from '../../schemas/errors.ts'
import { type Division, HANDOVER_DAYS, type Handed, type Handover } from '../../schemas/handover.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Planned } from './plan.ts'

const MINE = sql`company_id = current_setting('app.company_id')`
/** An item `i` of a handover `h` that the handover, or its undoing, has still to do. */
const LEFT = sql`(i.state = 'waiting' or (i.state = 'given' and h.undone_at is not null))`

export interface HandoverRow {
  id: string
  personnel_id: string
  successor_id: string
  /** The director who began it. */
  by_id: string
  was_disabled: boolean
  undone_at: string | null
  /** It may still be taken back. */
  open: boolean
}

interface NewHandover {
  id: string
  person: string
  successor: string
  division: Division
  by: string
  wasDisabled: boolean
}

/** Writes a handover with everything that it has to do. */
export async function insertHandover(tx: Tx, given: NewHandover, items: readonly Planned[]): Promise<void> {
  const { id, person, successor, division, by, wasDisabled } = given
  await sql`insert into handover (company_id, id, personnel_id, successor_id, division, by_id, was_disabled)
    values (current_setting('app.company_id'), ${id}, ${person}, ${successor}, ${division}, ${by}, ${wasDisabled})`.execute(
    tx,
  )
  const rows = items.map(({ resource, id: record, projet, to }) => ({ resource, record, projet, to }))
  await sql`insert into handover_item (company_id, handover_id, resource, record_id, projet_id, to_id)
    select current_setting('app.company_id'), ${id}, resource, record, projet, "to"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(resource text, record text, projet text, "to" text)`.execute(
    tx,
  )
}

/**
 * Keeps a second handover of one person from beginning while one of theirs, or its undoing, is at work: both would hold the same records.
 * The person's row is locked until the transaction ends. @throws AppError CONFLICT
 */
export async function assertNoneAtWork(tx: Tx, person: string): Promise<void> {
  await sql`select from personnel where ${MINE} and "IDPERSONNEL" = ${person} for no key update`.execute(tx)
  const { rows } = await sql`select from handover h where ${MINE} and personnel_id = ${person} and exists (
      select from handover_item i where i.company_id = h.company_id and i.handover_id = h.id and ${LEFT}) limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new AppError('CONFLICT', 'Une passation de cette personne est en cours : reprenez-la.')
}

/** Locked, so that two steps of one handover do not run at the same time. @throws AppError NOT_FOUND */
export async function lockHandover(tx: Tx, id: string): Promise<HandoverRow> {
  const { rows } = await sql<HandoverRow>`select id, personnel_id, successor_id, by_id, was_disabled, undone_at,
      at > now() - make_interval(days => ${HANDOVER_DAYS}::integer) as open
    from handover where ${MINE} and id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Begins to take a handover back: what was not done yet is skipped. @throws AppError CONFLICT when it is too late, or done already */
export async function beginUndo(tx: Tx, { id, open, undone_at }: HandoverRow, by: string): Promise<void> {
  if (undone_at !== null) throw new AppError('CONFLICT', 'Cette passation est déjà annulée.')
  if (!open) throw new AppError('CONFLICT', `Une passation s’annule dans les ${HANDOVER_DAYS} jours.`)
  await sql`update handover set undone_at = now(), undone_by = ${by} where ${MINE} and id = ${id}`.execute(tx)
  await sql`update handover_item set state = 'skipped' where ${MINE} and handover_id = ${id} and state = 'waiting'`.execute(
    tx,
  )
}

export interface Item {
  resource: Handed
  record_id: string
  projet_id: string | null
  to_id: string
  before: Values | null
  version: number | null
}

/** The next records to do: all of one project after each other, so that its row is locked once. */
export async function nextItems(tx: Tx, id: string, from: 'waiting' | 'given', limit: number): Promise<Item[]> {
  const { rows } = await sql<Item>`select resource, record_id, projet_id, to_id, before, version from handover_item
    where ${MINE} and handover_id = ${id} and state = ${from}
    order by coalesce(projet_id, ''), resource, record_id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

interface Outcome {
  item: Pick<Item, 'resource' | 'record_id'>
  state: 'given' | 'skipped' | 'back' | 'kept'
  /** Who has it, where that is not who was to have it. */
  to?: string
  before?: Values
  version?: number
}

export async function noteItem(tx: Tx, id: string, { item, state, to, before, version }: Outcome): Promise<void> {
  const told = before === undefined ? null : JSON.stringify(before)
  await sql`update handover_item set state = ${state}, before = coalesce(${told}::jsonb, before),
      version = coalesce(${version ?? null}::integer, version), to_id = coalesce(${to ?? null}::text, to_id)
    where ${MINE} and handover_id = ${id} and resource = ${item.resource} and record_id = ${item.record_id}`.execute(tx)
}

/** Handovers of one person, or the one of this id; the newest first. */
export async function readHandovers(tx: Tx, by: { person: string } | { id: string }): Promise<Handover[]> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`personnel_id = ${by.person}`
  const { rows } =
    await sql<Handover>`select id, personnel_id as "IDPERSONNEL", division as "REPARTITION", by_id as "PAR",
      at as "LE", undone_at as "ANNULEE_LE", at + make_interval(days => ${HANDOVER_DAYS}::integer) as "ANNULABLE_JUSQUA",
      (select count(*)::integer from handover_item i where i.company_id = h.company_id and i.handover_id = h.id) as "TOTAL",
      (select count(*)::integer from handover_item i where i.company_id = h.company_id and i.handover_id = h.id
        and ${LEFT}) as "RESTE",
      (select count(*)::integer from handover_item i where i.company_id = h.company_id and i.handover_id = h.id
        and i.state in ('given', 'back', 'kept')) as "DONNEES",
      coalesce((select json_agg(json_build_object('RESSOURCE', resource, 'ID', record_id) order by resource, record_id)
        from handover_item i where i.company_id = h.company_id and i.handover_id = h.id and i.state = 'skipped'
          and h.undone_at is null), '[]'::json) as "IGNOREES",
      coalesce((select json_agg(json_build_object('RESSOURCE', resource, 'ID', record_id, 'IDPERSONNEL', to_id)
          order by resource, record_id)
        from handover_item i where i.company_id = h.company_id and i.handover_id = h.id and i.state = 'kept'), '[]'::json)
        as "LAISSES"
    from handover h where ${MINE} and ${which} order by at desc, id desc`.execute(tx)
  return rows
}
