import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** A table besides the synced records with rows of a client. */
interface Beside {
  table: string
  key: string
  column: string
  /** What stands in the column for this client. */
  value: (client: string) => string
  where?: RawBuilder<unknown>
}

/** Rows that follow a merge, and its undoing. A change of contact stays with the record whose contact changed, and is read with the kept one (`readContactHistories`). */
const FOLLOWING: readonly Beside[] = [
  { table: 'devis_consultation', key: 'id', column: 'client_id', value: (client) => client },
  { table: 'message', key: 'id', column: 'record_id', value: (client) => client, where: sql`resource = 'client'` },
]

/** Who is logged in stays so: as the kept client. */
const LOGINS: readonly Beside[] = [
  { table: 'session', key: 'id', column: 'account_id', value: (client) => client, where: sql`kind = 'client'` },
  { table: 'push_subscription', key: 'id', column: 'account', value: (client) => `client:${client}` },
]

interface Move {
  from: string
  into: string
}

/** @param only the rows that may move, by table; all by default @returns the ids of those that moved, by table */
const moveRows =
  (tables: readonly Beside[]) =>
  async (tx: Tx, { from, into }: Move, only?: ReadonlyMap<string, string[]>): Promise<Map<string, string[]>> => {
    const moved = new Map<string, string[]>()
    for (const { table, key, column, value, where = sql`true` } of tables) {
      const some = only ? sql`${sql.ref(key)}::text = any(${only.get(table) ?? []}::text[])` : sql`true`
      const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${sql.ref(column)} = ${value(into)}
        where company_id = current_setting('app.company_id') and ${sql.ref(column)} = ${value(from)} and ${where} and ${some}
        returning ${sql.ref(key)}::text as id`.execute(tx)
      if (rows.length > 0)
        moved.set(
          table,
          rows.map((row) => row.id),
        )
    }
    return moved
  }

export const moveBeside = moveRows(FOLLOWING)
export const moveLogins = moveRows(LOGINS)

/** Undoing: the pushes of sessions that go back with the record go back with them, whenever they were asked for. */
export const movePushesOf = (tx: Tx, { from, into }: Move, sessions: readonly string[]) =>
  sql`update push_subscription set account = ${`client:${into}`}
    where company_id = current_setting('app.company_id') and account = ${`client:${from}`} and token_hash in (
      select token_hash from session where company_id = current_setting('app.company_id') and id::text = any(${[...sessions]}::text[]))`.execute(
    tx,
  )
