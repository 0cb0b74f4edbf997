import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Files that the rows name and that are nowhere, kept with the time of the last backup: once somebody has said that they are lost (`--allow-missing-files`, a
 * restore), no later backup asks again, and one that lacks more is refused all the same.
 */
export async function readMissing(trx: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ missing: number }>`select coalesce(max(missing), 0) as missing from backup_made`.execute(
    trx,
  )
  return rows[0]?.missing ?? 0
}

/** @param at of the backup that lacks them, ISO 8601 */
export async function noteMissing(
  trx: QueryExecutorProvider,
  { at, missing }: { at: string; missing: number },
): Promise<void> {
  await sql`insert into backup_made (at) values (${at}) on conflict do nothing`.execute(trx)
  // A clock that was ahead leaves another row: all of them say what is known now.
  await sql`update backup_made set missing = ${missing}`.execute(trx)
}

/** Keys of the whole files that the rows name (server/ports/files): a piece of an upload is none. Of the company, or, for the owner, of all. */
export async function wholeFiles(trx: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from stored_bytes where start is null
    and company_id = coalesce(nullif(current_setting('app.company_id', true), ''), company_id)`.execute(trx)
  return rows.map(({ key }) => key)
}
