import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** Ids of the people who left: their account is closed, or their record was removed or erased, and the account with it. */
export async function closedAccounts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select personnel_id as id from credential
    where company_id = current_setting('app.company_id') and disabled
    union select "IDPERSONNEL" from personnel where company_id = current_setting('app.company_id') and deleted order by 1`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
