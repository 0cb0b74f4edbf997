import { sql } from 'kysely'
import { type ClientMerge, MERGE_DAYS } from '../../schemas/client-merge.ts'
import { notFound } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'

const MINE = sql`company_id = current_setting('app.company_id')`
/** Within its days, with what an undoing needs. */
const OPEN = sql`(undone_at is null and before is not null and at > now() - make_interval(days => ${sql.lit(MERGE_DAYS)}))`

interface NewMerge {
  id: string
  from: string
  into: string
  by: string
  /** Fields of the kept record before, and as the merge leaves them. */
  before: Values
  merged: Values
}

export async function insertMerge(tx: Tx, { id, from, into, by, before, merged }: NewMerge): Promise<void> {
  await sql`insert into client_merge (company_id, id, from_id, into_id, by_id, before, merged)
    values (current_setting('app.company_id'), ${id}, ${from}, ${into}, ${by}, ${JSON.stringify(before)}::jsonb,
      ${JSON.stringify(merged)}::jsonb)`.execute(tx)
}

/** The records are written: what changes in the kept one from now on changes for the customer of the one that went too (`readContactHistories`). */
export const completeMerge = (tx: Tx, id: string) =>
  sql`update client_merge set at = clock_timestamp() where ${MINE} and id = ${id}`.execute(tx)

/** What kind of item a record is that names the client by this field: undoing changes this field alone. Pure. */
export const kindOf = (resource: string, field: string): string =>
  field === 'IDCLIENT' ? resource : `${resource} ${field}`

/** What came with a record: `kind` is a resource, one with a field (`kindOf`), or a table besides them. */
export async function insertItems(tx: Tx, merge: string, kind: string, ids: readonly string[]): Promise<void> {
  await sql`insert into client_merge_item (company_id, merge_id, kind, record_id)
    select current_setting('app.company_id'), ${merge}, ${kind}, id from unnest(${[...ids]}::text[]) as id
    on conflict do nothing`.execute(tx)
}

/** Ids of what came with the record, by kind, and what devices wrote about it since. */
export async function readItems(tx: Tx, merge: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{
    kind: string
    ids: string[]
  }>`select kind, array_agg(record_id order by record_id) as ids
    from client_merge_item where ${MINE} and merge_id = ${merge} group by kind`.execute(tx)
  return new Map(rows.map(({ kind, ids }) => [kind, ids]))
}

export interface MergeRow {
  id: string
  from_id: string
  into_id: string
  undone_at: string | null
  before: Values | null
  merged: Values | null
  open: boolean
  /** A later one of the same client, which must be undone first. */
  later: boolean
}

/** Locked: writes that devices make about the record that went wait, and then find it again. @throws AppError NOT_FOUND */
export async function lockMerge(tx: Tx, id: string): Promise<MergeRow> {
  const { rows } = await sql<MergeRow>`select id, from_id, into_id, undone_at, before, merged, ${OPEN} as open,
      exists (select 1 from client_merge l where l.company_id = m.company_id and l.undone_at is null and l.id <> m.id
        and (l.from_id = m.into_id or (l.into_id = m.into_id and (l.at, l.id) > (m.at, m.id)))) as later
    from client_merge m where ${MINE} and id = ${id} for update`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

export async function noteUndone(tx: Tx, id: string, by: string): Promise<void> {
  await sql`update client_merge set undone_at = now(), undone_by = ${by}, before = null, merged = null
    where ${MINE} and id = ${id}`.execute(tx)
}

/** Merges into one record, or the one of this id; the newest first. */
export async function readMerges(tx: Tx, by: { client: string } | { id: string }): Promise<ClientMerge[]> {
  const which = 'id' in by ? sql`m.id = ${by.id}` : sql`m.into_id = ${by.client}`
  const { rows } = await sql<ClientMerge>`select m.id, m.into_id as "IDCLIENT", m.from_id as "AUTRE",
      coalesce((select concat_ws(' ', c."NOM", c."PRENOM") from client c
        where c.company_id = m.company_id and c."IDCLIENT" = m.from_id), '') as "NOM",
      m.by_id as "PAR", m.at as "LE", m.undone_at as "ANNULEE_LE",
      m.at + make_interval(days => ${sql.lit(MERGE_DAYS)}) as "ANNULABLE_JUSQUA",
      ${OPEN} and not exists (select 1 from client_merge l where l.company_id = m.company_id and l.undone_at is null
        and l.id <> m.id and (l.from_id = m.into_id or (l.into_id = m.into_id and (l.at, l.id) > (m.at, m.id)))) as "ANNULABLE"
    from client_merge m where m.company_id = current_setting('app.company_id') and ${which}
    order by m.at desc, m.id desc`.execute(tx)
  return rows
}
