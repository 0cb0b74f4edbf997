import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { normalise, phoneDigits } from '../../schemas/search.ts'
import type { Tx } from '../plugins/database/database.ts'
import { type Page, type Paging, pageClause } from './paging.ts'

/** A customer whose name, first name, town or phone begins with the words; each has its index. */
function beginsWith(q: string): RawBuilder<SqlBool> {
  const words = normalise(q)
  const digits = phoneDigits(q)
  return sql<SqlBool>`(cle_nom like ${`${words}%`} or cle_prenom like ${`${words}%`} or cle_ville like ${`${words}%`}
    ${digits.length >= 4 ? sql`or cle_portable like ${`${digits}%`}` : sql``})`
}

/** Clients of the transaction's company; with `q` those whose name, first name, town or phone begins with it. */
export async function clientPage(tx: Tx, { q, ...paging }: Paging & { q?: string }): Promise<Page<unknown>> {
  const looked = q === undefined || normalise(q) === '' ? sql`` : sql`and ${beginsWith(q)}`
  const where = sql`from client where company_id = current_setting('app.company_id') and not deleted ${looked}`
  const { rows } = await sql`select "IDCLIENT", "NOM", "PRENOM", "VILLE", "PORTABLE"
    ${where} ${pageClause(paging, { by: 'NOM', key: 'IDCLIENT' })}`.execute(tx)
  const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${where}`.execute(tx)
  return { data: rows, total: all[0]?.total ?? 0 }
}

/** The mobile number of a client who is not deleted, as it was entered; undefined for an unknown client. */
export const clientNumber = (tx: Tx, id: string): Promise<{ PORTABLE: string | null } | undefined> =>
  tx.selectFrom('client').select('PORTABLE').where('IDCLIENT', '=', id).where('deleted', '=', false).executeTakeFirst()

/** Whether a client or a member of the staff of the company has this number. @param digits national digits */
export async function isKnownNumber(tx: Tx, digits: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from client where not deleted and (cle_portable = ${digits} or phone_key("TELEPHONE") = ${digits})
    union all select 1 from personnel where not deleted and phone_key("TELEPHONE_PORTABLE") = ${digits}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** A client who is not deleted may log in. At most one answer. */
export async function clientAccount(tx: Tx, id: string): Promise<{ mayLogIn: boolean }[]> {
  const rows = await tx
    .selectFrom('client')
    .select('IDCLIENT')
    .where('IDCLIENT', '=', id)
    .where('deleted', '=', false)
    .execute()
  return rows.map(() => ({ mayLogIn: true }))
}

/** Whom a project is for; undefined for an unknown project. */
export async function clientOfProject(
  tx: Tx,
  projectId: unknown,
): Promise<{ MAIL: string | null; NOM: string; PRENOM: string | null } | undefined> {
  const { rows } = await sql<{ MAIL: string | null; NOM: string; PRENOM: string | null }>`
    select c."MAIL", c."NOM", c."PRENOM" from projet p
    join client c on c.company_id = p.company_id and c."IDCLIENT" = p."IDCLIENT"
    where p.company_id = current_setting('app.company_id') and p."IDPROJET" = ${projectId}`.execute(tx)
  return rows[0]
}
