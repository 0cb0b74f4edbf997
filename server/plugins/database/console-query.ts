import { AppError } from '../../../schemas/errors.ts'
import type { EngineClient, EnginePool } from './guarded-pool.ts'

export interface ConsoleQuery {
  companyId: string
  /** One SELECT, as `check-sql.ts` lets it through. */
  text: string
  /** Rows at most. */
  limit: number
  /** Milliseconds. */
  timeout: number
}

export interface ConsoleRows {
  rows: Record<string, unknown>[]
  /** There were more than `limit`. */
  more: boolean
}

/** How an engine runs queries of the console. */
export interface ConsoleEngine {
  pool: EnginePool
  /** Role to take in each transaction; null when the connection logs in as the console. */
  role: string | null
  /** Ends a query that the engine cannot time out by itself. */
  interrupt: (() => Promise<void>) | null
}

/**
 * Runs one SELECT and rolls back: read-only, as the console's role, over the company of its `console_scope` row. It is sent as a sub-select with a parameter,
 * so that the protocol itself refuses a second statement.
 * @throws the engine's own error for a wrong query; AppError BAD_REQUEST when it takes too long
 */
export async function runConsoleQuery(engine: ConsoleEngine, query: ConsoleQuery): Promise<ConsoleRows> {
  const client = await engine.pool.connect()
  let broken = true
  try {
    await open(client, engine.role, query)
    const text = `select * from (\n${query.text}\n) as resultat limit $1`
    const { rows } = await inTime(engine, query.timeout, client.query(text, [query.limit + 1]))
    await client.query('rollback', [])
    broken = false
    const found = rows as Record<string, unknown>[]
    return { rows: found.slice(0, query.limit), more: found.length > query.limit }
  } finally {
    client.release(broken)
  }
}

async function open(client: EngineClient, role: string | null, { companyId, timeout }: ConsoleQuery): Promise<void> {
  await client.query('begin', [])
  // In one statement: on an engine that can forbid it, the console's role may not change settings.
  const taken = role === null ? '' : `, set_config('role', '${role.replaceAll("'", "''")}', true)`
  await client.query(
    `select set_config('app.company_id', $1, true), set_config('app.platform', '', true), set_config('app.company_key', '', true),
      set_config('app.token_hash', '', true), set_config('statement_timeout', $2, true)${taken}`,
    [companyId, String(timeout)],
  )
  await client.query('insert into console_scope (company_id) values ($1)', [companyId])
  await client.query('set transaction read only', [])
}

const tooLong = (): AppError => new AppError('BAD_REQUEST', 'Cette requête prend trop de temps : elle a été arrêtée.')

async function inTime<T>({ interrupt }: ConsoleEngine, timeout: number, work: Promise<T>): Promise<T> {
  if (!interrupt) {
    return work.catch((error: unknown) => {
      // query_canceled
      throw (error as { code?: unknown }).code === '57014' ? tooLong() : error
    })
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tooLong())
      interrupt().catch(() => undefined)
    }, timeout)
  })
  // An interrupted query fails after this function has answered.
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
