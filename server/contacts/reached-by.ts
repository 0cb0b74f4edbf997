import { sql } from 'kysely'
import type { CanalReponse } from '../../schemas/rules/demandes.ts'
import { stepsFrom } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'

/** What reaches a customer: their address in small letters, the national digits of their number; '' where there is none. */
export interface ReachedBy {
  mail: string
  phone: string
}

/** What reaches a client today; nothing reaches a deleted one. @param client the kept record */
export async function readReachedBy(tx: Tx, client: string): Promise<ReachedBy> {
  const { rows } = await sql<ReachedBy>`select coalesce("MAIL", '') as mail, coalesce(cle_portable, '') as phone
    from client where company_id = current_setting('app.company_id') and "IDCLIENT" = ${client}
      and not deleted`.execute(tx)
  const { mail = '', phone = '' } = rows[0] ?? {}
  return { mail: mail.toLowerCase(), phone }
}

interface Written {
  /** The record to which it was written, which may have gone into another one since. */
  client: string
  /** ISO 8601; nothing was written before. */
  since: string
  by: readonly CanalReponse[]
}

/** Whether every address and number by which a client may have been written to since then is that of the same client today. */
export async function reachesThemStill(tx: Tx, { client, since, by }: Written): Promise<boolean> {
  const records = [client, ...(await stepsFrom(tx, client)).map(({ into }) => into)]
  const { rows } = await sql`select 1 from contact_change c
      join client k on k.company_id = c.company_id and k."IDCLIENT" = ${records.at(-1)}
    where c.company_id = current_setting('app.company_id') and c.client_id = any(${records}::text[])
      and c.at > ${since}::timestamptz
      and ((${by.includes('mail')} and c.old_mail <> '' and c.old_mail <> lower(coalesce(k."MAIL", '')))
        or (${by.includes('sms')} and c.old_phone <> '' and c.old_phone <> coalesce(k.cle_portable, '')))
    limit 1`.execute(tx)
  return rows.length === 0
}
