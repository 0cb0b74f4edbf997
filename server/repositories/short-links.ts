import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** The target of a short link, with the click counted; null for an unknown one. */
export async function followLink(tx: Tx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`update short_link set clicks = clicks + 1
    where company_id = current_setting('app.company_id') and slug = ${slug} returning url`.execute(tx)
  return rows[0]?.url ?? null
}
