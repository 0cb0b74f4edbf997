import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { type ConsoleEngine, type ConsoleQuery, type ConsoleRows, runConsoleQuery } from './console-query.ts'
import { type DatabaseFigures, noFailures } from './figures.ts'
import { type EnginePool, guardedPool } from './guarded-pool.ts'
import { createHeights, type Heights } from './heights.ts'
import type { Shares } from './shares.ts'
import type { Tables } from './tables.ts'
import { DatabaseUnavailable, StatementRefused, unavailable } from './unavailable.ts'

export type Tx = Transaction<Tables>

/**
 * Whose rows a transaction sees; row level security enforces it on both engines.
 * `companyId` one company's rows · `companyKey` one company row by id or host label, before login · `tokenHash` one session ·
 * `platform` the list of companies, administrators and their sessions: never a company's own rows · `delivery` messages of all companies
 * that have not arrived, to read (server/messages, the administrators' queue), and imports that have work to do (server/imports) · `figures` rows of all companies to count (server/monitoring).
 */
export type Scope =
  | { companyId: string }
  | { companyKey: string }
  | { tokenHash: string }
  | { platform: true }
  | { delivery: true }
  | { figures: true }

/** Messages between the processes of one database; delivered at most once, after the sender committed. */
export interface Listener {
  onMessage: (payload: string) => void
  /** Messages may have been missed (a lost connection): behave as if anything had been said. */
  onGap?: () => void
}

export interface Database {
  readonly engine: 'pglite' | 'postgresql'
  /** What this process knows to be committed; a write that takes a lower seq is refused (SERVER-7). */
  readonly heights: Heights
  /**
   * READ COMMITTED, committed (on disk) when the promise resolves. Deadlocks and serialization failures are run again up to 3 times: `fn` must have no effect
   * outside the transaction. Throws AppError UNAVAILABLE (503) when the engine does not answer (the outcome of that transaction is then unknown), and when
   * the database was restored to an earlier state (nothing is written).
   */
  transaction<T>(scope: Scope, fn: (trx: Tx) => Promise<T>): Promise<T>
  /** A transaction over one company's rows. */
  inTenant<T>(companyId: string, fn: (trx: Tx) => Promise<T>): Promise<T>
  /**
   * The whole database at one moment, read only: the statements of `fn` see what was committed when it began. They see the platform's rows, and those of the
   * company last entered.
   */
  snapshot<T>(fn: (trx: Tx, enter: (companyId: string) => Promise<void>) => Promise<T>): Promise<T>
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** Call it after the commit, never inside a transaction (NOTIFY there takes a global lock). */
  notify(channel: string, payload: string): Promise<void>
  /** Whether the database answers, however busy its connections are. @throws AppError UNAVAILABLE */
  ping(): Promise<void>
  figures(): DatabaseFigures
  /** Updates statistics and removes dead rows now (after a bulk load); also scheduled. PostgreSQL does it by itself. */
  maintain(): Promise<void>
  /** One SELECT of the administrators' console; null when the database has no role for it. */
  readonly consoleQuery: ((query: ConsoleQuery) => Promise<ConsoleRows>) | null
  close(): Promise<void>
}

/** What an engine implements; `withTransactions` makes it a Database. */
export interface Engine
  extends Omit<Database, 'heights' | 'transaction' | 'inTenant' | 'snapshot' | 'consoleQuery' | 'figures'> {
  readonly console: ConsoleEngine | null
  readonly pool: EnginePool
  /** Role that each transaction takes; null when the connection already logs in as it. */
  readonly role: string | null
  /** How companies share the pool; null where there is one connection, taken in turn. */
  readonly shares: Shares | null
}

const RETRIES = 3
/** serialization_failure, deadlock_detected */
const RETRYABLE = new Set(['40001', '40P01'])
/** take_seq: the company's counter is below what was committed (migration 0014). */
const RESTORED = 'LO010'
/**
 * Class 08: connection errors; 57P01 to 57P03: the server is stopping; 53300: it has no connection left; 28P01: another process changed the password;
 * 25006: it became a standby; and the socket errors of Node, with those of a name that does not resolve while a container restarts.
 */
const AWAY =
  /^(08\w{3}|57P0[123]|53300|28P01|25006|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The disk is full, no memory, the statement's time limit, a lock that was not granted in time: no fault of what was sent, which is sent again. */
const REFUSED = /^(53100|53200|57014|55P03)$/
const AWAY_TEXT =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client (has encountered a connection error|was closed))/

export const kyselyOver = <T>(pool: EnginePool): Kysely<T> =>
  new Kysely<T>({ dialect: new PostgresDialect({ pool: guardedPool(pool) }) })

export function withTransactions(engine: Engine): Database {
  const { pool, role, console: consoleEngine, shares, ...rest } = engine
  const db = kyselyOver<Tables>(pool)
  const heights = createHeights()
  const failures = noFailures()
  const floorOf = (scope: Scope): number => ('companyId' in scope ? heights.of(scope.companyId) : 0)

  const attempt = async <T>(scope: Scope, fn: (trx: Tx) => Promise<T>): Promise<T> => {
    const leave = 'companyId' in scope ? await shares?.enter(scope.companyId) : undefined
    try {
      return await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          await setScope(trx, scope, { role, floor: floorOf(scope) })
          return fn(trx)
        })
    } finally {
      leave?.()
    }
  }

  const transaction = async <T>(scope: Scope, fn: (trx: Tx) => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(scope, fn)
      } catch (error) {
        const code = (error as { code?: string }).code ?? ''
        if (isUnavailable(error)) failures.away += 1
        if (isAway(error)) throw unavailableBy(error)
        if (code === RESTORED && 'companyId' in scope) {
          failures.put_back += 1
          heights.tellBelow(scope.companyId)
          throw unavailable(error)
        }
        if (!RETRYABLE.has(code) || tries >= RETRIES) {
          if (SQLSTATE.test(code)) failures.statement += 1
          throw error
        }
        failures.retried += 1
        await new Promise((resolve) => setTimeout(resolve, (10 + Math.random() * 40) * 2 ** tries))
      }
    }
  }

  return {
    ...rest,
    ping: () =>
      rest.ping().catch((error: unknown) => {
        throw isAway(error) ? unavailableBy(error) : error
      }),
    heights,
    consoleQuery: consoleEngine && ((query) => runConsoleQuery(consoleEngine, query)),
    figures: () => ({ pool: pool.figures(), failures: { ...failures } }),
    transaction,
    inTenant: (companyId, fn) => transaction({ companyId }, fn),
    snapshot: (fn) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          await setScope(trx, { platform: true }, { role })
          return fn(trx, (companyId) => setScope(trx, { companyId }))
        }),
    close: async () => {
      await rest.close()
      await db.destroy()
    },
  }
}

const SQLSTATE = /^[0-9A-Z]{5}$/

/** The engine does not answer, or says so itself (the embedded one restarts its worker). */
const isUnavailable = (error: unknown): boolean => isAway(error) || error instanceof DatabaseUnavailable

function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return AWAY.test(String(code)) || REFUSED.test(String(code)) || AWAY_TEXT.test(String(message))
}

/** A PANIC (a full disk in the middle of a commit) has the code of a refusal, and leaves the commit in doubt. */
function unavailableBy(error: unknown): DatabaseUnavailable {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  const isUndone = REFUSED.test(String(code)) && severity !== 'PANIC' && severity !== 'FATAL'
  return isUndone ? new StatementRefused(error) : new DatabaseUnavailable(error)
}

/** Points the rest of the transaction at another scope (a session's company, once its token is known). `floor`: see take_seq. */
export async function setScope(
  trx: Tx,
  scope: Scope,
  { role = null, floor = 0 }: { role?: string | null; floor?: number } = {},
): Promise<void> {
  const settings: [string, string][] = []
  if ('companyId' in scope) settings.push(['app.company_id', scope.companyId], ['app.seq_floor', String(floor)])
  if ('companyKey' in scope) settings.push(['app.company_key', scope.companyKey])
  if ('tokenHash' in scope) settings.push(['app.token_hash', scope.tokenHash])
  if ('platform' in scope) settings.push(['app.platform', 'on'])
  if ('figures' in scope) settings.push(['app.figures', 'on'])
  if ('delivery' in scope) settings.push(['app.delivery', 'on'])
  if (role) settings.push(['role', role])
  await sql`select ${sql.join(settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(trx)
}
