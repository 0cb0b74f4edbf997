import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { madeOnce } from './made-once.ts'
import { type Pooler, startPooler } from './pgbouncer.ts'
import { freePort } from './ports.ts'

const run = promisify(execFile)

/** A PostgreSQL cluster for test databases, deleted at the end. */
export interface TestPostgres {
  /** Makes an empty database. @returns its URL, with an owner who is no superuser */
  createDatabase(): Promise<string>
  /**
   * The URL that a server uses. With TEST_POOLER=1 (`npm run test:pooler`) through PgBouncer in transaction mode, with a direct URL for LISTEN.
   */
  wayTo(url: string): { ownerUrl: string; listenUrl?: string }
  /**
   * Saves a database as it is now. The function that it returns restores it (as a snapshot, a point-in-time recovery, a standby without the last
   * commits), any number of times. All connections are cut; servers may keep running.
   */
  snapshot(url: string): Promise<() => Promise<void>>
  /**
   * SIGKILL of one connection's process (PostgreSQL then restarts all of them), or of the whole cluster, which is started again. Resolves once
   * it serves. Null for a cluster that we did not start.
   */
  readonly crash: ((what: 'backend' | 'postmaster') => Promise<void>) | null
  stop(): Promise<void>
}

/**
 * Uses DATABASE_URL when it is set (its role must be allowed to create databases and roles), else starts Debian's PostgreSQL.
 * @param settings of the cluster that is started; without any it does not wait for the disk
 * @param passwords it asks every role but its superuser for a password
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  { passwords = false } = {},
): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL
  if (given) return databasesOn(given, { crash: null, stop: async () => undefined })
  const cluster = await pooled(await startCluster(settings, passwords), passwords)
  await query(
    cluster.url,
    "create role lolapp_owner login createdb createrole in role pg_signal_backend password 'lolapp_owner'",
  )
  const url = new URL(cluster.url)
  url.username = url.password = 'lolapp_owner'
  return databasesOn(url.href, cluster)
}

interface Behind extends Pick<TestPostgres, 'crash' | 'stop'> {
  pooler?: Pooler
}

async function pooled(cluster: Cluster, passwords: boolean): Promise<Cluster & Behind> {
  if (!process.env.TEST_POOLER) return cluster
  const pooler = await startPooler({ port: Number(new URL(cluster.url).port), passwords })
  return { ...cluster, pooler }
}

function databasesOn(server: string, { crash, stop, pooler }: Behind): TestPostgres {
  const made: string[] = []
  return {
    crash,
    wayTo: (url) => (pooler ? { ownerUrl: pooler.through(url), listenUrl: url } : { ownerUrl: url }),
    async createDatabase() {
      const name = `lolapp_test_${randomBytes(6).toString('hex')}`
      await query(server, `create database ${name} template template0 encoding 'UTF8'`)
      made.push(name)
      const url = new URL(server)
      url.pathname = `/${name}`
      return url.href
    },
    async snapshot(url) {
      const name = new URL(url).pathname.slice(1)
      const kept = `lolapp_test_${randomBytes(6).toString('hex')}`
      made.push(kept)
      await copyDatabase(server, { from: name, to: kept })
      return async () => {
        const gone = `${name}_${randomBytes(3).toString('hex')}`
        made.push(gone)
        await alone(server, name, () => query(server, `alter database ${name} rename to ${gone}`))
        await copyDatabase(server, { from: kept, to: name })
        await query(server, `alter database ${name} with allow_connections true`)
      }
    },
    async stop() {
      // PgBouncer reads passwords as the superuser, and only a superuser may end such connections.
      await pooler?.stop()
      for (const name of made) await query(server, `drop database if exists ${name} with (force)`)
      // A copy of a database has grants for the roles of the original.
      for (const name of made) {
        await query(server, `drop role if exists lolapp_app_${name}`)
        await query(server, `drop role if exists lolapp_login_${name}`)
        await query(server, `drop role if exists lolapp_console_${name}`)
      }
      await stop()
    },
  }
}

/** Runs work while no connection to the database exists or may be opened. */
async function alone(server: string, name: string, run: () => Promise<unknown>): Promise<void> {
  await query(server, `alter database ${name} with allow_connections false`)
  for (;;) {
    // An automatic vacuum has no user and is the superuser's: PostgreSQL itself ends it before it copies or renames the database. Not by
    // backend_type, which is hidden for the connections of the server's own role.
    await query(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usesysid is not null`,
    )
    try {
      await run()
      return
    } catch (error) {
      // object_in_use: a connection is still ending.
      if ((error as { code?: string }).code !== '55006') throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Copies a database. The copy accepts no connections until asked. */
async function copyDatabase(server: string, { from, to }: { from: string; to: string }): Promise<void> {
  await alone(server, from, () => query(server, `create database ${to} template ${from}`))
  await query(server, `alter database ${from} with allow_connections true`)
}

/** One statement on a short-lived connection. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

const PASSWORDS = `host all postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`

interface Cluster extends Pick<TestPostgres, 'crash' | 'stop'> {
  /** URL of its superuser. */
  url: string
}

async function startCluster(changes: Readonly<Record<string, string>>, passwords: boolean): Promise<Cluster> {
  const bin = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-postgres-'))
  const isRoot = process.getuid?.() === 0
  // PostgreSQL refuses to run as root.
  if (isRoot) await run('chown', ['postgres', folder])
  const [program, before] = isRoot ? ['runuser', ['-u', 'postgres', '--']] : ['env', []]
  const data = join(folder, 'data')
  const port = await freePort()
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  const template = await madeOnce({
    name: 'cluster',
    key: JSON.stringify([bin, options]),
    make: async (draft) => void (await run(program, [...before, join(bin, 'initdb'), '-D', draft, ...options])),
  })
  await run('cp', ['-a', template, data])
  if (passwords) writeFileSync(join(data, 'pg_hba.conf'), PASSWORDS)
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 60,
    ...changes,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = (): ChildProcess =>
    spawn(program, [...before, join(bin, 'postgres'), '-D', data, ...flags], { stdio: 'ignore' })
  let server = launch()
  const kill = (): void => void server.kill('SIGTERM')
  process.once('exit', kill)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await untilUp(url)
  return {
    url,
    crash: async (what) => {
      if (what === 'backend') return killBackend(url)
      const ended = new Promise((resolve) => server.once('exit', resolve))
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await ended
      server = launch()
      // It refuses to start until the last orphan process has ended.
      await untilUp(url, () => {
        if (server.exitCode !== null) server = launch()
      })
    },
    async stop() {
      process.off('exit', kill)
      await run(program, [...before, join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills one process that serves another role than the superuser, preferably an active one. */
async function killBackend(url: string): Promise<void> {
  const witness = new pg.Client({ connectionString: url })
  await witness.connect()
  // PostgreSQL ends every connection before it recovers, which proves that it treated the kill as a crash.
  const cut = new Promise<void>((resolve) => {
    witness.on('error', () => resolve())
    witness.on('end', () => resolve())
  })
  const { rows } = await witness.query<{ pid: number }>(`select pid from pg_stat_activity
    where backend_type = 'client backend' and usename <> current_user order by state = 'active' desc, random() limit 1`)
  const [victim] = rows
  if (!victim) throw new Error('Nobody is connected: there is no process to kill')
  process.kill(victim.pid, 'SIGKILL')
  await cut
  await untilUp(url)
}

function findBinaries(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .sort((a, b) => b - a)
    : []
  const newest = versions.find((version) => version >= 15)
  if (!newest) throw new Error('PostgreSQL >= 15 is needed: apt-get install postgresql, or set DATABASE_URL')
  return join(root, String(newest), 'bin')
}

async function untilUp(url: string, onFailure: () => void = () => undefined): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await query(url, 'select 1')
      return
    } catch (error) {
      if (tries > 1200) throw error
      onFailure()
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
