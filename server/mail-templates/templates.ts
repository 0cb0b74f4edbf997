import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { shownColor } from '../repositories/assets.ts'
import type { MailWords } from './render.ts'

/** Variables of the default of this code; null when there is none. */
export async function variablesOf(tx: Tx, code: unknown): Promise<string[] | null> {
  const { rows } = await sql<{ variables: string[] }>`
    select variables from mail_template where company_id is null and code = ${code}`.execute(tx)
  return rows[0]?.variables ?? null
}

/** A template with the name and the colour of the company that it is shown for. */
export type ShownTemplate = MailWords & { code: string; entreprise: string | null; color: string | null }

/** A default, or one of the transaction's company (without a company: defaults only); undefined for an unknown id. */
export async function findTemplate(tx: Tx, id: string): Promise<ShownTemplate | undefined> {
  const company = sql`nullif(current_setting('app.company_id', true), '')`
  const { rows } = await sql<ShownTemplate>`
    select t.code, t.subject, t.body, c."NOM" as entreprise, ${shownColor('c')} as color
    from mail_template t left join company c on c.id = ${company}
    where t.id = ${id} and (t.company_id is null or t.company_id = ${company})`.execute(tx)
  return rows[0]
}
