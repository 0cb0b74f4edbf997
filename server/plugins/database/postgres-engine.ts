import { type Kysely, sql } from 'kysely'
import { KeyRefused, type KnownKey, keepKey } from '../../installation/known-key.ts'
import { type Engine, kyselyOver } from './database.ts'
import { DEADLINES, type Deadlines } from './deadlines.ts'
import { migrate, refuseUnmigrated } from './migrate.ts'
import { type PostgresListener, postgresListener } from './postgres-listener.ts'
import { type Logins, loginAs, prepareLogins, unsafeRole } from './postgres-logins.ts'
import { clientConfig, type PostgresPool, postgresPool } from './postgres-pool.ts'
import { createShares } from './shares.ts'

export interface PostgresConfig {
  /** The owner: migrations and the requests' role only. */
  ownerUrl: string
  /** The requests' own login, when the owner may not create roles. */
  appUrl?: string
  /** Address of the database for LISTEN, where a pooler in front of it shares sessions between clients (OPS-09). */
  listenUrl?: string
  /** Connections of this process. */
  connections: number
  key: KnownKey
  /** For tests: shorter or longer times. */
  deadlines?: Deadlines
  migrates?: boolean
  onMigrated?: (names: string[]) => void
}

/** Name, in PostgreSQL's lists, of the connection that every serving process holds. A pooler may keep the others after the process's end. */
export const LISTENER_NAME = 'lolapp listen'
export const POOL_NAME = 'lolapp'

/** Migrates as the owner, or checks that the schema is this build's, then serves as a role that row level security binds. Throws a French message when that is not possible. */
export async function openPostgres(config: PostgresConfig): Promise<Engine> {
  const { connections, deadlines = DEADLINES } = config
  const app = await prepare(config)
  const limits = 'requests'
  const pool = postgresPool({ url: app.url, name: POOL_NAME, max: connections, deadlines, limits })
  // Two things must work while all requests wait: the check that the database answers, and messages to the other processes.
  const short = { ...deadlines, answer: deadlines.pulse }
  const side = postgresPool({ url: app.url, name: POOL_NAME, max: 2, deadlines: short, limits })
  // Logged in as the console's role itself: there is no other role to go back to. Connects at the first query.
  const consolePool =
    app.consoleUrl === null
      ? null
      : postgresPool({ url: app.consoleUrl, name: 'lolapp console', max: 2, deadlines, limits })
  const all = [pool, side, ...(consolePool ? [consolePool] : [])]
  const notify = async (channel: string, payload: string): Promise<void> => {
    await side.run('select pg_notify($1, $2)', [channel, payload])
  }
  const listener = postgresListener({
    config: clientConfig(listenUrlOf(config, app), LISTENER_NAME),
    deadlines,
    notify,
    onSilence: () => {
      for (const one of all) one.distrust(deadlines.pulse)
    },
  })
  try {
    await refuseUnsafe(pool)
    await refuseDeaf(listener)
  } catch (error) {
    await Promise.all([listener.close(), ...all.map((one) => one.end())])
    throw error
  }
  return {
    engine: 'postgresql',
    pool,
    role: null,
    shares: createShares({ connections, turn: deadlines.turn }),
    console: consolePool && { pool: consolePool, role: null, interrupt: null },
    listen: listener.listen,
    notify,
    ping: async () => {
      await side.run('select 1')
    },
    maintain: async () => undefined,
    // Together: one deadline for all.
    close: async () => {
      await Promise.all([listener.close(), ...all.map((one) => one.end())])
    },
  }
}

/** The owner's connections: migrations and restores only. */
export function openOwner(ownerUrl: string): Kysely<unknown> {
  return kyselyOver<unknown>(
    postgresPool({ url: ownerUrl, name: 'lolapp owner', max: 2, deadlines: DEADLINES, limits: 'none' }),
  )
}

async function prepare(config: PostgresConfig): Promise<Logins> {
  const { ownerUrl, appUrl, key, migrates = true, onMigrated } = config
  const owner = openOwner(ownerUrl)
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version`.execute(owner)
    if ((rows[0]?.version ?? 0) < 150000) throw new Error('PostgreSQL 15 ou plus récent est nécessaire.')
    if (migrates) {
      const run = await migrate(owner)
      onMigrated?.(run)
    } else await refuseUnmigrated(owner)
    // Before the passwords that are derived from it: a process with another key must not lock out those that serve.
    await keepKey(owner, key, () => refuseServed(owner))
    const passwordOf = (role: string): string => key.secrets.digest('postgresql login', role)
    return await prepareLogins({ owner, ownerUrl, appUrl, passwordOf })
  } finally {
    await owner.destroy()
  }
}

/** Without a login of its own the address takes the requests'. */
function listenUrlOf({ listenUrl }: PostgresConfig, { url }: Logins): string {
  if (listenUrl === undefined) return url
  const { username, password } = new URL(url)
  return new URL(listenUrl).username === ''
    ? loginAs(listenUrl, decodeURIComponent(username), decodeURIComponent(password))
    : listenUrl
}

/** Whether a process of Lolapp serves this database now, of this version or of one before. */
export async function isServed(owner: Kysely<unknown>, roles: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (application_name = ${LISTENER_NAME}
      or usename = any(${[...roles]}::text[]) and application_name not like 'lolapp%')`.execute(owner)
  return rows[0]?.n !== 0
}

async function refuseServed(owner: Kysely<unknown>): Promise<void> {
  if (!(await isServed(owner, []))) return
  throw new KeyRefused(
    'La SECRET_KEY a été changée alors qu’un autre processus sert encore cette base avec celle d’avant : arrêtez-les tous, puis démarrez.',
  )
}

/** Row level security must apply to the role, and a commit must wait for the disk. */
async function refuseUnsafe(pool: PostgresPool): Promise<void> {
  const rows = await pool.run<{ commit: string; exempt: boolean }>(
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

/** A process that hears no messages would tell its devices nothing, and would keep using rights that another process has revoked. */
async function refuseDeaf(listener: PostgresListener): Promise<void> {
  if (await listener.hears()) return
  throw new Error(
    "Un message envoyé par PostgreSQL (NOTIFY) n'est pas revenu par LISTEN : un intermédiaire, par exemple PgBouncer en mode transaction, ne le rend pas. " +
      'Donnez dans DATABASE_LISTEN_URL une adresse qui mène directement à la même base.',
  )
}
