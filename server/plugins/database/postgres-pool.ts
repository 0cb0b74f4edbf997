import { Socket } from 'node:net'
import pg from 'pg'
import { type Deadlines, endsWithin } from './deadlines.ts'
import type { EngineClient, EnginePool, EngineResult } from './guarded-pool.ts'
import { unavailable } from './unavailable.ts'
import { PARSERS } from './value-types.ts'

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS[oid]) ?? pg.types.getTypeParser(oid, format),
}

/** Uses only what a pooler in transaction mode passes on: no settings of the session. `name` says in PostgreSQL's own lists what a connection is for. */
export function clientConfig(address: string, name: string): pg.ClientConfig {
  const url = new URL(address)
  // It would replace our name, by which other processes see that this one serves.
  url.searchParams.delete('application_name')
  const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5000 }
  return { types, connectionString: url.href, application_name: name, ...keepAlive }
}

/** A connection whose socket we own, so that it can be closed when the other side does not answer any more. */
export class CuttableClient extends pg.Client {
  /** Closes it here, whatever the other side does: statements that wait for an answer fail. */
  readonly cut: () => void

  constructor(config: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.cut = () => socket.destroy()
    // A lost connection fails its statement, or is replaced at the next use. Without a listener its error event would end the process.
    this.on('error', () => undefined)
  }
}

export interface PostgresPoolConfig {
  url: string
  /** Its name in PostgreSQL's lists of connections. */
  name: string
  max: number
  deadlines: Deadlines
  /** The limits of each transaction; those of the owner (migrations, restores) have none. */
  limits: 'requests' | 'none'
}

export interface PostgresPool extends EnginePool {
  /** One statement outside of any transaction. */
  run<Row>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Call it when the server may have vanished: idle connections are closed, and those that wait for an answer get `ms` in all, from when they asked. */
  distrust(ms: number): void
}

/** State of a connection of the pool. */
interface Held {
  client: CuttableClient
  /** Set on connections that were open when the server was distrusted: milliseconds that their answers may take. */
  patience: number | null
  /** Its transaction has removed PostgreSQL's own time limit: a new epoch writes every row. */
  unhurried: boolean
  asked: Set<{ since: number; timer: NodeJS.Timeout | undefined }>
}

const LIFTS_LIMIT = /set_config\('statement_timeout', '0'/
const ENDS = /^(commit|rollback)$/
const BEGINS = /^(begin|start transaction)/
/** `setScope`'s statement, the first one of each transaction. */
const SETS_SCOPE = /^select set_config\(\$1/
/** Values that need no quoting inside a statement: ids, keys, hashes, names of settings and roles. */
const PLAIN = /^[\w.:-]*$/

/** Error of PostgreSQL's commit: the synchronous standby does not answer, and somebody cancelled the wait. */
const NOT_REPLICATED = /canceling (the )?wait for synchronous replication/

export function postgresPool({ url, name, max, deadlines, limits }: PostgresPoolConfig): PostgresPool {
  const config = clientConfig(url, name)
  const open = new Map<pg.ClientBase, Held>()
  const taken = new Set<pg.ClientBase>()
  const pool = new pg.Pool({
    ...config,
    max,
    connectionTimeoutMillis: deadlines.turn,
    Client: class extends CuttableClient {
      constructor(options: pg.ClientConfig = config) {
        super({ ...options, connectionTimeoutMillis: deadlines.connect })
        open.set(this, { client: this, patience: null, unhurried: false, asked: new Set() })
        this.once('end', () => open.delete(this))
      }
    },
  })
  pool.on('error', () => undefined)

  /** Set in the transaction, not in the session: behind a pooler the next statement may use another session. */
  const settings = [
    "set local timezone to 'UTC'",
    ...(limits === 'none'
      ? []
      : [
          `set local statement_timeout to ${deadlines.statement}`,
          `set local lock_timeout to ${deadlines.lock}`,
          `set local idle_in_transaction_session_timeout to ${deadlines.idle}`,
        ]),
  ].join('; ')

  const beginOf = (text: string): string => `${text}; ${settings}`
  const textOf = (text: string): string => {
    // PostgreSQL answers a commit whose wait for the standby is cancelled as if the standby had it: so no time limit may cancel it.
    if (text === 'commit') return 'set local statement_timeout to 0; commit'
    return text
  }

  const query = async (held: Held, text: string, parameters: readonly unknown[]): Promise<EngineResult> => {
    const { client } = held
    if (LIFTS_LIMIT.test(text)) held.unhurried = true
    if (ENDS.test(text)) held.unhurried = false
    const ms = held.patience ?? (limits === 'none' || held.unhurried ? null : deadlines.answer)
    const asked = { since: performance.now(), timer: ms === null ? undefined : setTimeout(client.cut, ms) }
    held.asked.add(asked)
    const warned = text === 'commit' ? warningsOf(client) : null
    try {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query(textOf(text), [...parameters])
      if (warned?.some((warning) => NOT_REPLICATED.test(warning))) throw unavailable()
      const { command, rowCount, rows } = Array.isArray(answer) ? (answer.at(-1) as pg.QueryResult) : answer
      return { command, rowCount: rowCount ?? 0, rows }
    } finally {
      warned?.stop()
      clearTimeout(asked.timer)
      held.asked.delete(asked)
    }
  }

  const connect = async (): Promise<EngineClient> => {
    const client = await pool.connect()
    const held = open.get(client)
    if (!held) throw new Error('A connection that is not of this pool')
    taken.add(client)
    let begin = ''
    return {
      // A transaction begins with the statement that names its company: one message to the server and one answer instead of two.
      async query(text, parameters) {
        if (BEGINS.test(text)) {
          begin = text
          return { command: 'BEGIN', rowCount: 0, rows: [] }
        }
        const before = begin
        begin = ''
        if (before === '') return query(held, text, parameters)
        const scope = SETS_SCOPE.test(text) ? withValues(text, parameters) : null
        if (scope !== null) return query(held, `${beginOf(before)}; ${scope}`, [])
        await query(held, beginOf(before), [])
        return query(held, text, parameters)
      },
      release: (broken) => {
        taken.delete(client)
        if (broken || held.patience !== null) held.client.cut()
        client.release(broken || held.patience !== null)
      },
    }
  }

  /** Ends in time, whatever the other side does. */
  const end = async (): Promise<void> => {
    const ended = pool.end()
    if (await endsWithin(deadlines.close, ended)) return
    for (const { client } of open.values()) client.cut()
    await endsWithin(deadlines.close, ended)
  }
  let ending: Promise<void> | undefined

  return {
    connect,
    async run<Row>(text: string, parameters: readonly unknown[] = []) {
      const client = await connect()
      let broken = true
      try {
        const { rows } = await client.query(text, parameters)
        broken = false
        return rows as Row[]
      } finally {
        client.release(broken)
      }
    },
    figures: () => ({ most: max, used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    distrust(ms) {
      for (const held of open.values()) {
        held.patience = ms
        if (!taken.has(held.client)) held.client.cut()
        for (const asked of held.asked) {
          clearTimeout(asked.timer)
          asked.timer = setTimeout(held.client.cut, Math.max(0, asked.since + ms - performance.now()))
        }
      }
    },
    end: () => {
      ending ??= end()
      return ending
    },
  }
}

/** The statement with its values instead of their numbers; null where one of them would need quoting. */
function withValues(text: string, parameters: readonly unknown[]): string | null {
  const values = parameters.map(String)
  if (!values.every((value) => PLAIN.test(value))) return null
  return text.replace(/\$(\d+)/g, (_, number: string) => `'${values[Number(number) - 1]}'`)
}

interface Warnings extends Array<string> {
  stop(): void
}

function warningsOf(client: pg.Client): Warnings {
  const keep = ({ message }: { message?: string | undefined }): void => void heard.push(message ?? '')
  const heard: Warnings = Object.assign([], { stop: () => void client.off('notice', keep) })
  client.on('notice', keep)
  return heard
}
