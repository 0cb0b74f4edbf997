import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { appRoleName, grantTables, prepareAppRole } from './app-role.ts'
import { consoleRoleName, prepareConsoleRole } from './console-role.ts'
import { type Engine, kyselyOver } from './database.ts'
import type { EnginePool } from './guarded-pool.ts'
import { migrate } from './migrate.ts'
import { postgresListener } from './postgres-listener.ts'
import { PARSERS } from './value-types.ts'

export interface PostgresConfig {
  /** The owner: migrations and the requests' role only. */
  ownerUrl: string
  /** The requests' own login, when the owner may not create roles. */
  appUrl?: string
  /** Connections of this process. */
  connections: number
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS[oid]) ?? pg.types.getTypeParser(oid, format),
}

const session = { types, options: '-c timezone=UTC' } as const

/** Migrates as the owner, then serves as a role that row level security binds. Throws a French message when that is not possible. */
export async function openPostgres(config: PostgresConfig): Promise<Engine> {
  const app = await prepare(config)
  const pool = new pg.Pool({
    ...session,
    connectionString: app.url,
    max: config.connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  survive(pool)
  try {
    await refuseUnsafe(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const consolePool = app.consoleUrl === null ? null : openConsole(app.consoleUrl)
  const listener = postgresListener({ ...session, connectionString: app.url })
  return {
    engine: 'postgresql',
    pool: enginePool(pool),
    role: null,
    console: consolePool && { pool: enginePool(consolePool), role: null, interrupt: null },
    listen: listener.listen,
    ping: listener.ping,
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    },
    maintain: async () => undefined,
    // The pool itself ends with Kysely's destroy.
    close: async () => {
      await Promise.all([listener.close(), consolePool?.end()])
    },
  }
}

/** Logged in as the console itself: there is no other role to go back to. Connects when somebody asks. */
function openConsole(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ ...session, connectionString, max: 2, connectionTimeoutMillis: 10_000 })
  survive(pool)
  return pool
}

/** A lost connection fails its statement, or is replaced at the next use; unheard, its event would end the process. */
function survive(pool: pg.Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

interface Logins {
  /** The requests'. */
  url: string
  /** The console's; null when the owner may not create roles. */
  consoleUrl: string | null
}

/** The owner's connections: migrations and restores only. */
export function openOwner(ownerUrl: string): Kysely<unknown> {
  const pool = new pg.Pool({ ...session, connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 10_000 })
  survive(pool)
  return kyselyOver<unknown>(enginePool(pool))
}

async function prepare({ ownerUrl, appUrl }: PostgresConfig): Promise<Logins> {
  const owner = openOwner(ownerUrl)
  try {
    const { rows } = await sql<{ database: string; version: number; ownerRole: string }>`
      select current_database() as database, current_setting('server_version_num')::int as version,
        current_user as "ownerRole"`.execute(owner)
    const { database, version, ownerRole } = rows[0] ?? { database: '', version: 0, ownerRole: '' }
    if (version < 150000) throw new Error('PostgreSQL 15 ou plus récent est nécessaire.')
    await migrate(owner)
    if (appUrl) {
      const role = decodeURIComponent(new URL(appUrl).username)
      // Before the grants: they would take the owner's own right to the list of migrations away.
      if (role === ownerRole) throw unsafeRole()
      await grantTables(owner, role)
      return { url: appUrl, consoleUrl: null }
    }
    // Derived, not stored: every process of this database finds the same one, and it changes with the owner's password.
    const passwordFor = (what: string): string => createHmac('sha256', ownerUrl).update(what).digest('base64url')
    const loginAs = (role: string, password: string): string => {
      const url = new URL(ownerUrl)
      url.username = encodeURIComponent(role)
      url.password = password
      return url.href
    }
    const [role, password] = [appRoleName(database), passwordFor('lolapp requests role')]
    await prepareAppRole(owner, role, { password })
    const [consoleRole, consolePassword] = [consoleRoleName(database), passwordFor('lolapp console role')]
    await prepareConsoleRole(owner, consoleRole, { password: consolePassword })
    return { url: loginAs(role, password), consoleUrl: loginAs(consoleRole, consolePassword) }
  } finally {
    await owner.destroy()
  }
}

const unsafeRole = (): Error =>
  new Error(
    "Le rôle de DATABASE_APP_URL ne doit être ni superutilisateur, ni BYPASSRLS, ni propriétaire des tables : l'isolation des entreprises en dépend.",
  )

/** Row level security must bind the role, and a commit must wait for the disk. */
async function refuseUnsafe(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ commit: string; exempt: boolean }>(
    `select current_setting('synchronous_commit') as commit, rolsuper or rolbypassrls
       or exists (select from pg_class c where c.relname = 'company' and c.relowner = pg_roles.oid) as exempt
     from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.commit === 'off') {
    throw new Error(
      'PostgreSQL est réglé avec synchronous_commit=off : des écritures confirmées pourraient être perdues. Remettez-le à on.',
    )
  }
  if (rows[0]?.exempt !== false) {
    throw unsafeRole()
  }
}

function enginePool(pool: pg.Pool): EnginePool {
  return {
    async connect() {
      const client = await pool.connect()
      return {
        query: async (text, parameters) => {
          const { command, rowCount, rows } = await client.query(text, [...parameters])
          return { command, rowCount: rowCount ?? 0, rows }
        },
        release: (broken) => client.release(broken),
      }
    },
    figures: () => ({
      most: pool.options.max,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end: () => pool.end(),
  }
}
