import { sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Whether this person sees the whole company: an export must not show what their screens do not. */
export async function seesAllAgencies(tx: Tx, staff: Staff): Promise<boolean> {
  if (staff.toutesAgences) return true
  const { rows } = await sql`select 1 from reference where company_id = current_setting('app.company_id')
    and "LISTE" = 'AGENCES' and not deleted and not (id = any(${[...staff.agences]}::text[])) limit 1`.execute(tx)
  return rows.length === 0
}
