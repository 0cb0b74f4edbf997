import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** What the daily job removed of one kind: at its last run, and in all. */
export interface RetentionRun {
  kind: string
  ran_at: string
  removed: number
  total: number
}

/** The last runs in a company, or of the platform's own (null), by kind. */
export async function lastRuns(tx: Tx, companyId: string | null): Promise<Map<string, RetentionRun>> {
  const { rows } = await sql<RetentionRun>`select kind, ran_at, removed, total from retention_run
    where company_id is not distinct from ${companyId}::text`.execute(tx)
  return new Map(rows.map((run) => [run.kind, run]))
}
