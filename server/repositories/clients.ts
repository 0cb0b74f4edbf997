import { type RawBuilder, sql } from 'kysely'
import { mailKey } from '../../schemas/entities/client.ts'
import type { Values } from '../../schemas/merge.ts'
import { normalise, phoneDigits } from '../../schemas/search.ts'
import type { Tx } from '../plugins/database/database.ts'
import { begins } from './filters.ts'
import { type Page, type Paging, pageClause } from './paging.ts'

/** From so many digits on, a text is looked for among phone numbers. */
const DIGITS = 4

/**
 * Ids of the customers whose name, first name, town, mail or phone begins with the words. Name, town and mobile number are found by their indexes; an index of what a
 * function makes (the mail, the second number) does not serve here, for the same reason.
 */
export function beginsWith(q: string): RawBuilder<unknown> {
  const words = normalise(q)
  const digits = phoneDigits(q)
  const isNumber = digits.length >= DIGITS
  const ids = sql`select "IDCLIENT" from client where company_id = current_setting('app.company_id') and`
  const byKey = [
    begins('cle_nom', words),
    begins('cle_prenom', words),
    begins('cle_ville', words),
    ...(isNumber ? [begins('cle_portable', digits)] : []),
  ].map((condition) => sql`${ids} ${condition}`)
  const mail = `${mailKey(q).replace(/[\\%_]/g, '\\$&')}%`
  // A later word of the name, « silva » of « Da Silva »: read with the mails, which no index finds either.
  return sql`${sql.join(byKey, sql` union `)} union ${ids} (lower("MAIL") like ${mail} or cle_nom like ${`% ${words}%`}
    ${isNumber ? sql`or phone_key("TELEPHONE") like ${`${digits}%`}` : sql``})`
}

const POSTCODE = /^\d{2,5}$/

/** Ids of the customers at whose address every word begins one of street, postcode and town; a number alone is a postcode. */
function livesAt(q: string): RawBuilder<unknown> {
  const words = normalise(q)
  const where = POSTCODE.test(words)
    ? sql`a."CODE_POSTAL" like ${`${words}%`}`
    : sql`to_tsvector('simple', search_key(coalesce(a."ADRESSE", '') || ' ' || coalesce(a."CODE_POSTAL", '') || ' ' || a."VILLE"))
        @@ to_tsquery('simple', ${words
          .split(' ')
          .map((word) => `${word}:*`)
          .join(' & ')})`
  return sql`select c."IDCLIENT" from adresse a join client c on c.company_id = a.company_id and c."IDADRESSE" = a."IDADRESSE"
    where a.company_id = current_setting('app.company_id') and not a.deleted and ${where}`
}

/** Clients of the transaction's company; with `q` those whom it names (DAY-12), as the search of the devices does. */
export async function clientPage(tx: Tx, { q, ...paging }: Paging & { q?: string }): Promise<Page<unknown>> {
  const looked =
    q === undefined || normalise(q) === '' ? sql`` : sql`and "IDCLIENT" in (${beginsWith(q)} union ${livesAt(q)})`
  const where = sql`from client where company_id = current_setting('app.company_id') and not deleted ${looked}`
  // Counted in the same statement: the search of addresses reads all of the company's.
  const { rows } = await sql<Values & { total: number }>`select "IDCLIENT", "NOM", "PRENOM", "VILLE", "PORTABLE",
    (count(*) over ())::integer as total
    ${where} ${pageClause(paging, { by: 'NOM', key: 'IDCLIENT' })}`.execute(tx)
  const data = rows.map(({ total: _, ...row }) => row)
  if (rows[0]) return { data, total: rows[0].total }
  if ((paging.page ?? 1) === 1) return { data, total: 0 }
  const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${where}`.execute(tx)
  return { data, total: all[0]?.total ?? 0 }
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

interface ClientOfProject {
  IDCLIENT: string
  MAIL: string | null
  NOM: string
  PRENOM: string | null
}

/** Whom a project is for; undefined for an unknown project. */
export async function clientOfProject(tx: Tx, projectId: unknown): Promise<ClientOfProject | undefined> {
  const { rows } = await sql<ClientOfProject>`
    select c."IDCLIENT", c."MAIL", c."NOM", c."PRENOM" from projet p
    join client c on c.company_id = p.company_id and c."IDCLIENT" = p."IDCLIENT"
    where p.company_id = current_setting('app.company_id') and p."IDPROJET" = ${projectId}`.execute(tx)
  return rows[0]
}
