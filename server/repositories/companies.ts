import { type RawBuilder, sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'
import { type Paging, pageClause } from './paging.ts'

/** Columns of a company that administrators read. */
const selected = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(['id', ...names].map((name) => sql.ref(name)))

/** Companies with `names` of their columns, on the platform. */
export async function companyPage(tx: Tx, names: readonly string[], paging: Paging): Promise<Values[]> {
  const clause = pageClause(paging, { by: 'key', key: 'id' })
  const { rows } = await sql<Values>`select ${selected(names)} from company ${clause}`.execute(tx)
  return rows
}

export async function countCompanies(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from company`.execute(tx)
  return rows[0]?.total ?? 0
}

/** The transaction's company with `names` of its columns; undefined when there is none. @param lock for an update */
export async function readCompany(tx: Tx, names: readonly string[], lock = false): Promise<Values | undefined> {
  const { rows } = await sql<Values>`select ${selected(names)} from company
    where id = current_setting('app.company_id') ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** Time zone of the transaction's company. */
export async function companyZone(tx: Tx): Promise<string> {
  const company = await readCompany(tx, ['FUSEAU'])
  return String(company?.FUSEAU)
}

const STRUCTURED: readonly string[] = ['WEBSERVICE_SERVER', 'HORAIRES']

const bound = (name: string, value: unknown) =>
  STRUCTURED.includes(name) && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`

/** @param values by column, as the row stores them. A key that exists: error 23505 of the database */
export async function insertCompany(tx: Tx, id: string, values: Values): Promise<void> {
  const entries = Object.entries(values)
  await sql`insert into company (id, ${sql.join(entries.map(([name]) => sql.ref(name)))})
    values (${id}, ${sql.join(entries.map(([name, value]) => bound(name, value)))})`.execute(tx)
}

/** Sets what `values` names; nothing for none. A key that exists: error 23505 of the database. */
export async function updateCompany(tx: Tx, id: string, values: Values): Promise<void> {
  const entries = Object.entries(values)
  if (entries.length === 0) return
  const sets = entries.map(([name, value]) => sql`${sql.ref(name)} = ${bound(name, value)}`)
  await sql`update company set ${sql.join(sets)} where id = ${id}`.execute(tx)
}

/** @returns false for an unknown company */
export async function disableCompany(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`update company set disabled = true where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** The rest of a platform's transaction sees this company's rows too; '' ends it. */
export async function actFor(tx: Tx, companyId: string): Promise<void> {
  await sql`select set_config('app.company_id', ${companyId}, true)`.execute(tx)
}

export async function companyExists(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** Whether the transaction's company is suspended: nobody logs in there. */
export async function isSuspended(tx: Tx): Promise<boolean> {
  const company = await tx.selectFrom('company').select('disabled').executeTakeFirstOrThrow()
  return company.disabled
}

/** Locks the company's row until the commit: a second transaction that does the same waits. @returns false for an unknown company */
export async function lockCompany(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.selectFrom('company').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return found !== undefined
}

/** The transaction's company. */
export const companyName = (tx: Tx): Promise<{ id: string; key: string; NOM: string }> =>
  tx.selectFrom('company').select(['id', 'key', 'NOM']).executeTakeFirstOrThrow()

/** The present epoch of a company, and those that a restore ended, each with the last seq that the present one contains of it (SERVER-6). */
export async function companyEpochs(
  tx: Tx,
  id: string,
): Promise<{ epoch: string; past: { epoch: string; seq: number }[] }> {
  const { epoch } = await tx.selectFrom('company').select('epoch').where('id', '=', id).executeTakeFirstOrThrow()
  const past = await tx.selectFrom('company_epoch').select(['epoch', 'seq']).where('company_id', '=', id).execute()
  return { epoch, past }
}
