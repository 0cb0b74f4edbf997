import { sql } from 'kysely'
import type { Database } from '../plugins/database/database.ts'
import { readMigrations } from '../plugins/database/migrate.ts'
import { DatabaseUnavailable } from '../plugins/database/unavailable.ts'

/** Conditions for a process to be sent requests. */
export interface Checks {
  /** It is not being stopped. */
  serving: boolean
  /** The database answers, and messages of other processes arrive. */
  database: boolean
  /** Its schema is not older than this build. */
  migrations: boolean
}

export interface Readiness {
  /** One probe at a time, each valid for a second. Resolves within the deadline. */
  check(): Promise<Checks>
  /** This process is about to stop: no more requests shall be sent to it. */
  leave(): void
}

const GOOD_FOR_MS = 1000
const DEADLINE_MS = 2000

/**
 * `ping` uses the connection that receives the other processes' messages, so it tests that connection and the database at once. A pool that is full of work
 * is no reason to send requests elsewhere. The schema is read through the pool, when that is not full.
 */
export function createReadiness(db: Database, deadline = DEADLINE_MS): Readiness {
  const newest = readMigrations().at(-1)?.name ?? ''
  let serving = true
  let probed: { at: number; result: Promise<Omit<Checks, 'serving'>> } | null = null
  let migrations = true

  const looked = async (): Promise<void> => {
    const { pool } = db.figures()
    if (pool.used >= pool.most) return
    const last = await db
      .transaction({ platform: true }, (trx) =>
        sql<{ last: string | null }>`select last_migration() as last`.execute(trx),
      )
      .catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error
        // The schema is so old that it cannot answer.
        return { rows: [] }
      })
    migrations = (last.rows[0]?.last ?? '') >= newest
  }

  const probe = async (): Promise<Omit<Checks, 'serving'>> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not answer in time')), deadline)
    })
    const answered = db.ping().then(looked)
    // Nobody waits for a late answer any more.
    answered.catch(() => undefined)
    try {
      await Promise.race([answered, late])
      return { database: true, migrations }
    } catch {
      return { database: false, migrations }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async check() {
      if (!probed || performance.now() - probed.at > GOOD_FOR_MS) {
        const result = probe()
        probed = { at: Number.POSITIVE_INFINITY, result }
        const own = probed
        void result.then(() => {
          own.at = performance.now()
        })
      }
      return { serving, ...(await probed.result) }
    },
    leave() {
      serving = false
    },
  }
}
