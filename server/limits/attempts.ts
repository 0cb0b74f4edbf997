import { sql } from 'kysely'
import type { Database, Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'

const PLATFORM = { platform: true } as const
/** Above every limit; the count must fit its column. */
const MOST = 1_000_000_000
/** Besides the window's own length: processes have clocks of their own, and a transaction may have waited since its now(). */
const SLACK_SECONDS = 60
/** How long an address stays known after a login. */
const KNOWN_DAYS = 90

/** Counts tries by key in the database, so that every process counts on where another stopped. Keys are stored as digests. */
export interface Attempts {
  /**
   * Counts one try, in a transaction of its own: it stays counted whatever becomes of the request.
   * @returns seconds until the window ends when the try is one too many, else null
   */
  count(key: string, limit: { max: number; timeWindow: number }): Promise<number | null>
  /** Counts several at once. @returns how many there are in this window of `timeWindow` milliseconds, and milliseconds until it ends */
  add(key: string, tries: number, timeWindow: number): Promise<{ hits: number; left: number }>
  /** Somebody logged in from this address: strangers' tries no longer count against them there. */
  remember(tx: Tx, who: string, address: string): Promise<void>
  knows(tx: Tx, who: string, address: string): Promise<boolean>
}

export function createAttempts(db: Database, secrets: Secrets): Attempts {
  const digest = (key: string): string => secrets.digest('attempt', key)
  const add: Attempts['add'] = async (key, tries, timeWindow) => {
    const seconds = timeWindow / 1000
    // A window that ends later than any that begins now was begun by a clock that was ahead.
    const isOver = sql`(a.ends_at <= now() or a.ends_at > now() + make_interval(secs => ${2 * seconds + SLACK_SECONDS}::double precision))`
    const { rows } = await db.transaction(PLATFORM, async (tx) => {
      // Deletes the lines of keys that do not come back; nothing else would.
      await sql`delete from attempt where key in (select key from attempt where ends_at < now() limit 20
        for update skip locked)`.execute(tx)
      return sql<{ hits: number; left: number }>`insert into attempt as a (key, hits, ends_at)
        values (${digest(key)}, ${tries}, now() + make_interval(secs => ${seconds}::double precision))
        on conflict (key) do update set
          hits = case when ${isOver} then excluded.hits else least(a.hits, ${MOST}::integer) + excluded.hits end,
          ends_at = case when ${isOver} then excluded.ends_at else a.ends_at end
        returning hits, extract(epoch from ends_at - now())::double precision * 1000 as left`.execute(tx)
    })
    return rows[0] ?? { hits: 0, left: 0 }
  }
  const knownKey = (who: string, address: string): string => digest(JSON.stringify(['known', who, address]))
  return {
    async count(key, { max, timeWindow }) {
      const { hits, left } = await add(key, 1, timeWindow)
      return hits > max ? Math.max(1, Math.ceil(left / 1000)) : null
    },
    add,
    async remember(tx, who, address) {
      await sql`insert into attempt (key, hits, ends_at)
        values (${knownKey(who, address)}, 0, now() + make_interval(days => ${KNOWN_DAYS}::integer))
        on conflict (key) do update set ends_at = excluded.ends_at`.execute(tx)
    },
    async knows(tx, who, address) {
      const { rows } = await sql`select 1 from attempt
        where key = ${knownKey(who, address)} and ends_at > now()`.execute(tx)
      return rows.length > 0
    },
  }
}
