import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { madeOnce } from './made-once.ts'
import { freePort } from './ports.ts'

const run = promisify(execFile)

/** A PostgreSQL to make databases on, thrown away at the end. */
export interface TestPostgres {
  /** URL of a new empty database, as an owner who is no superuser. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** Uses DATABASE_URL when it is set (its role must be allowed to create databases and roles), else starts Debian's PostgreSQL. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL
  if (given) return databasesOn(given, async () => undefined)
  const cluster = await startCluster()
  await query(
    cluster.url,
    "create role lolapp_owner login createdb createrole in role pg_signal_backend password 'lolapp_owner'",
  )
  const url = new URL(cluster.url)
  url.username = url.password = 'lolapp_owner'
  return databasesOn(url.href, cluster.stop)
}

function databasesOn(server: string, stop: () => Promise<void>): TestPostgres {
  const made: string[] = []
  return {
    async createDatabase() {
      const name = `lolapp_test_${randomBytes(6).toString('hex')}`
      await query(server, `create database ${name} template template0 encoding 'UTF8'`)
      made.push(name)
      const url = new URL(server)
      url.pathname = `/${name}`
      return url.href
    },
    async stop() {
      for (const name of made) {
        await query(server, `drop database if exists ${name} with (force)`)
        await query(server, `drop role if exists lolapp_app_${name}`)
        await query(server, `drop role if exists lolapp_console_${name}`)
      }
      await stop()
    },
  }
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

async function startCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
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
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 60,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(program, [...before, join(bin, 'postgres'), '-D', data, ...flags], { stdio: 'ignore' })
  const kill = (): void => void server.kill('SIGTERM')
  process.once('exit', kill)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await untilUp(url)
  return {
    url,
    async stop() {
      process.off('exit', kill)
      await run(program, [...before, join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
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

async function untilUp(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await query(url, 'select 1')
      return
    } catch (error) {
      if (tries > 1200) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
