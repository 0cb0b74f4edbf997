import { sql } from 'kysely'
import { isByCustomer, type JournalEntry } from '../../schemas/journal.ts'
import type { Tx } from '../plugins/database/database.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

interface Corrected {
  projet: string
  /** Whose it was until now. */
  client: string
  journal: readonly JournalEntry[]
}

/** Keeps whose a project was, and which entries of its journal are that customer's own: what is about them stays theirs (LAW-07). */
export async function noteFormerClient(tx: Tx, { projet, client, journal }: Corrected): Promise<void> {
  const { rows } = await sql<{ until: string; entries: string[] }>`select until::text, entries from former_client
    where ${MINE} and projet_id = ${projet} order by until`.execute(tx)
  const known = new Set(rows.flatMap(({ entries }) => entries))
  const entries = journal.filter((entry) => isByCustomer(entry) && !known.has(entry.id)).map(({ id }) => id)
  await sql`insert into former_client (company_id, projet_id, client_id, since, entries)
    values (current_setting('app.company_id'), ${projet}, ${client}, ${rows.at(-1)?.until ?? null}::timestamptz, ${entries}::text[])
    on conflict (company_id, projet_id, until) do nothing`.execute(tx)
}
