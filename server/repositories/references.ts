import { type RawBuilder, sql } from 'kysely'
import type { ReferenceList } from '../../schemas/entities/reference.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Reference rows that are neither deleted nor archived, in the order of their lists, of one list or of all. */
export function referenceRows(tx: Tx, list?: ReferenceList): Promise<Values[]> {
  return rowsWhere(tx, sql`"ARCHIVE" = 0 and ${list === undefined ? sql`true` : sql`"LISTE" = ${list}`}`)
}

/** The same with archived ones, which records may still point to. */
export function allReferenceRows(tx: Tx, list?: ReferenceList): Promise<Values[]> {
  return rowsWhere(tx, list === undefined ? sql`true` : sql`"LISTE" = ${list}`)
}

/** One edit of a label by an administrator after the other. Not its row, which the write of every other list locks in an order of its own. */
export async function lockLabel(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended('label ' || current_setting('app.company_id') || ' ' || ${id}, 0))`.execute(tx)
}

async function rowsWhere(tx: Tx, where: RawBuilder<unknown>): Promise<Values[]> {
  const { rows } = await sql<Values>`select * from reference
    where company_id = current_setting('app.company_id') and not deleted and ${where}
    order by "LISTE", "ORDRE", "LIBELLE" collate "und-x-icu", id`.execute(tx)
  return rows
}

/** The company's report forms, archived ones too. */
export async function reportFormRows(tx: Tx): Promise<Values[]> {
  const { rows } = await sql<Values>`select * from rapport
    where company_id = current_setting('app.company_id') and not deleted
    order by "TITRE" collate "und-x-icu", id`.execute(tx)
  return rows
}

/** The company's roles, for their names and colours on screen. */
export async function roleRows(tx: Tx): Promise<Values[]> {
  const { rows } = await sql<Values>`select id, name, common_name, color from role
    where company_id = current_setting('app.company_id') order by name`.execute(tx)
  return rows
}

/** Those of these ids that are not deleted, each with its list. */
export async function referencesNamed(tx: Tx, ids: readonly string[]): Promise<{ LISTE: string; id: string }[]> {
  const { rows } = await sql<{ LISTE: string; id: string }>`select "LISTE", id from reference
    where company_id = current_setting('app.company_id') and not deleted
      and id = any(${[...ids]}::text[])`.execute(tx)
  return rows
}
