import { sql } from 'kysely'
import type { Tx } from '../../plugins/database/database.ts'

/** One reading of a quote by its customer: in their space or by the quote's public link. */
export interface QuoteRead {
  id: string
  IDDEVIS: string
  IDCLIENT: string
  origine: 'espace' | 'lien'
  user_agent: string | null
  date: string
}

/** The readings of a quote, the newest first. */
export async function readingsOf(tx: Tx, devisId: string): Promise<QuoteRead[]> {
  const { rows } = await sql<QuoteRead>`select id, devis_id as "IDDEVIS",
    client_id as "IDCLIENT", origine, user_agent, at as date from devis_consultation
    where company_id = current_setting('app.company_id') and devis_id = ${devisId} order by at desc, id`.execute(tx)
  return rows
}
