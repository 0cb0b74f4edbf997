import { sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import type { Fate, ImportState, ImportTargetName, KnownDetails } from '../../schemas/imports.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import type { RememberedColumns } from './headings.ts'
import type { Line } from './judge.ts'
import type { About } from './read/read-in-thread.ts'

/** One import as its row holds it. */
export interface StoredImport {
  id: string
  name: string
  state: ImportState
  by_account: string
  by_personnel: string
  created_at: string
  ended_at: string | null
  format: 'csv' | 'xlsx'
  encoding: string | null
  separator: string | null
  sheets: string[]
  sheet: string | null
  header_line: number
  headings: string[]
  columns: (ImportTargetName | null)[]
  total: number
  done: number
  counts: Partial<Record<Fate, number>>
  holder: string | null
  failures: number
}

/** Ids of the records that a line made. */
export interface Made {
  client?: string
  adresse?: string
  projet?: string
  chantier?: string
}

export interface StoredLine extends Line {
  fate: Fate | null
  details: Partial<KnownDetails>
  records: Made | null
}

const MINE = sql`company_id = current_setting('app.company_id')`
const one = (id: string) => sql`${MINE} and id = ${id}`
const linesOf = (id: string) => sql`${MINE} and import_id = ${id}`
const COLUMNS = sql`id, name, state, by_account, by_personnel, created_at, ended_at, format, encoding, separator, sheets, sheet,
  header_line, headings, columns, total, done, counts, holder, failures`

/** @param lock for a step: other steps of the same import wait */
export async function readImport(tx: Tx, id: string, lock = false): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`select ${COLUMNS} from data_import where ${one(id)}
    ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** All that are kept (thirty days, schemas/retention.ts), the latest first. */
export async function readImports(tx: Tx): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`select ${COLUMNS} from data_import where ${MINE}
    order by created_at desc, id desc`.execute(tx)
  return rows
}

export async function deleteImport(tx: Tx, id: string): Promise<void> {
  await sql`delete from data_import where ${one(id)}`.execute(tx)
}

/** @param made `reading`: the reading of its file, its holder until it is read */
export async function insertImport(
  tx: Tx,
  made: { id: string; name: string; account: string; personnel: string; reading: string },
): Promise<void> {
  await sql`insert into data_import (company_id, id, name, state, by_account, by_personnel, holder)
    values (current_setting('app.company_id'), ${made.id}, ${made.name}, 'lecture', ${made.account}, ${made.personnel},
      ${made.reading})`.execute(tx)
}

/** What the file is. */
export async function describeImport(
  tx: Tx,
  id: string,
  about: About,
  columns: readonly (ImportTargetName | null)[],
): Promise<void> {
  await sql`update data_import set format = ${about.format}, encoding = ${about.encodage},
      separator = ${about.separateur}, sheets = ${about.feuilles}::text[], sheet = ${about.feuille},
      header_line = ${about.entete}, headings = ${about.titres}::text[], columns = ${JSON.stringify(columns)}::jsonb,
      total = ${about.lignes}
    where ${one(id)}`.execute(tx)
}

/** @param json a page of lines, as the thread that read them wrote it */
export async function insertLines(tx: Tx, id: string, json: string): Promise<void> {
  await sql`insert into import_row (company_id, import_id, place, number, cells)
    select current_setting('app.company_id'), ${id}, place, number, cells
    from json_to_recordset(${json}::json) as l(place integer, number integer, cells jsonb)`.execute(tx)
}

interface Move {
  from: readonly ImportState[]
  to: ImportState
  /** Begins the step at its first line; what follows a dry run always does. */
  again?: boolean
  columns?: readonly (ImportTargetName | null)[]
}

/** Moves an import to another state; whoever works on it stops. @returns false when it was in none of `from` */
export async function moveImport(tx: Tx, id: string, { from, to, again = false, columns }: Move): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update data_import set state = ${to}, holder = null, held_until = null, failures = 0,
      done = case when ${again} or state = 'pret' then 0 else done end, ended_at = case when ${to} in ('fini', 'retire') then now() end,
      columns = ${columns === undefined ? sql`columns` : sql`${JSON.stringify(columns)}::jsonb`}
    where ${one(id)} and state = any(${[...from]}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Seconds during which nobody else takes an import that somebody works on; each step begins them again. */
export const HELD_SECONDS = 60

/** Nobody works on it. A hold that ends later than any was noted by a clock that was ahead. */
export const isFree = sql`(held_until is null or held_until < now()
  or held_until > now() + make_interval(secs => ${2 * HELD_SECONDS}))`

/** Takes an import that nobody works on. @returns undefined where somebody does, or where there is nothing to do */
export async function takeImport(tx: Tx, id: string, holder: string): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`update data_import set holder = ${holder},
      held_until = now() + make_interval(secs => ${HELD_SECONDS}), done = case when state = 'essai' then 0 else done end
    where ${one(id)} and state in ('essai', 'import', 'retrait') and ${isFree}
    returning ${COLUMNS}`.execute(tx)
  return rows[0]
}

export async function setProgress(tx: Tx, id: string, done: number): Promise<void> {
  await sql`update data_import set done = ${done}, failures = 0,
    held_until = now() + make_interval(secs => ${HELD_SECONDS}) where ${one(id)}`.execute(tx)
}

/** Another process may take it at once. @returns how many times in a row it has failed */
export async function releaseImport(
  tx: Tx,
  id: string,
  { holder, failed }: { holder: string; failed: boolean },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`update data_import set held_until = null, holder = null,
      failures = failures + ${failed ? 1 : 0} where ${one(id)} and holder = ${holder} returning failures`.execute(tx)
  return rows[0]?.failures ?? 0
}

/** The present step has reached the last line. */
export async function endStep(tx: Tx, id: string, state: ImportState): Promise<void> {
  await sql`update data_import set state = ${state}, done = total, holder = null, held_until = null,
      ended_at = case when ${state} in ('fini', 'retire') then now() end,
      counts = coalesce((select jsonb_object_agg(fate, count) from (select fate, count(*) as count from import_row
        where ${linesOf(id)} and fate is not null group by fate) f), '{}')
    where ${one(id)}`.execute(tx)
}

const LINE = sql`place, number, cells, fate, details, records`

/** Lines from `from` on, in the file's order; `backwards` from there to the first. */
export async function nextLines(
  tx: Tx,
  id: string,
  { from, limit, backwards = false }: { from: number; limit: number; backwards?: boolean },
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`select ${LINE} from import_row where ${linesOf(id)}
    and ${backwards ? sql`place <= ${from} order by place desc` : sql`place >= ${from} order by place`}
    limit ${limit}`.execute(tx)
  return rows
}

/** A page of lines in the file's order, of one fate or all. */
export async function linePage(
  tx: Tx,
  id: string,
  { fate, from, limit }: { fate: Fate | null; from: number; limit: number },
): Promise<{ lines: StoredLine[]; total: number }> {
  const some = fate === null ? linesOf(id) : sql`${linesOf(id)} and fate = ${fate}`
  const { rows } = await sql<StoredLine>`select ${LINE} from import_row where ${some}
    order by place limit ${limit} offset ${from}`.execute(tx)
  const { rows: count } = await sql<{ total: number }>`select count(*)::integer as total from import_row
    where ${some}`.execute(tx)
  return { lines: rows, total: count[0]?.total ?? 0 }
}

/** Whether the import made a project, removed since or not, that this member of the staff does not see. */
export async function madeUnseen(tx: Tx, id: string, staff: Staff): Promise<boolean> {
  const { rows } = await sql<{ unseen: boolean }>`select exists (select from import_row r
      join projet on projet.company_id = r.company_id and "IDPROJET" = r.records ->> 'projet'
      where r.company_id = current_setting('app.company_id') and r.import_id = ${id}
        and not ${visible(staff, 'projet')}) as unseen`.execute(tx)
  return rows[0]?.unseen === true
}

/** What became of lines. */
export async function setFates(
  tx: Tx,
  id: string,
  lines: readonly { place: number; fate: Fate; details: Partial<KnownDetails>; records: Made | null }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`update import_row as r set fate = n.fate, details = n.details, records = n.records
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(place integer, fate text, details jsonb, records jsonb)
    where r.company_id = current_setting('app.company_id') and r.import_id = ${id} and r.place = n.place`.execute(tx)
}

export async function readRemembered(tx: Tx): Promise<RememberedColumns> {
  const { rows } = await sql<{ columns: RememberedColumns }>`select columns from import_columns where ${MINE}`.execute(
    tx,
  )
  return rows[0]?.columns ?? {}
}

/** Remembers what the company chose, the latest of `limit` headings. */
export async function remember(tx: Tx, chosen: RememberedColumns, limit = 500): Promise<void> {
  const all = Object.entries({ ...(await readRemembered(tx)), ...chosen })
  const kept = Object.fromEntries(all.slice(-limit))
  await sql`insert into import_columns (company_id, columns)
    values (current_setting('app.company_id'), ${JSON.stringify(kept)}::jsonb)
    on conflict (company_id) do update set columns = excluded.columns`.execute(tx)
}
