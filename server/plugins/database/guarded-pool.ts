import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolFigures } from './figures.ts'
import { unavailable } from './unavailable.ts'

export interface EngineResult {
  command: string
  rowCount: number
  rows: unknown[]
}

export interface EngineClient {
  query(sql: string, parameters: readonly unknown[]): Promise<EngineResult>
  /** `broken`: it may still be inside a transaction; the engine must not hand it out as it is. */
  release(broken: boolean): void
}

export interface EnginePool {
  connect(): Promise<EngineClient>
  figures(): PoolFigures
  end(): Promise<void>
}

/**
 * The pool that Kysely's PostgresDialect uses, the same for both engines. PostgreSQL answers the COMMIT of a failed transaction with a silent ROLLBACK: code
 * that swallowed a statement's error would acknowledge a write that is not stored. Such a commit throws here, and so does one that the engine does not call
 * a COMMIT: an engine that failed may answer nothing, which is no commit either.
 */
export function guardedPool(pool: EnginePool): PostgresPool {
  return {
    connect: async () => guardedClient(await pool.connect()),
    end: () => pool.end(),
  }
}

function guardedClient(client: EngineClient): PostgresPoolClient {
  let open = false
  let failed = false
  let isStrange = false
  const query = async (sql: string, parameters: readonly unknown[] = []): Promise<EngineResult> => {
    if (sql === 'commit' && failed) throw new Error('COMMIT after a failed statement whose error was swallowed')
    try {
      const result = await client.query(sql, parameters)
      if (sql === 'commit' && result.command !== 'COMMIT') {
        isStrange = true
        throw unavailable(`COMMIT answered as « ${result.command} »`)
      }
      if (sql === 'begin' || sql.startsWith('start transaction')) open = true
      if (sql === 'commit' || sql === 'rollback') open = failed = false
      if (sql.startsWith('rollback to')) failed = false
      return result
    } catch (error) {
      failed = open
      throw error
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release(open || isStrange) }
}
