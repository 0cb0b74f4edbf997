import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** Begins an erasure in this transaction: what was signed may be emptied, and big tables may be searched for longer than a request may take. */
export async function beginErasing(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('app.erasing', 'on', true)`.execute(tx)
}
