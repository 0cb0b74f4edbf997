import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPgbouncer } from '../../.ci/programs.ts'
import { freePort } from './ports.ts'

/** PgBouncer in transaction mode, as an operator would set it up: no session state reaches the next transaction. */
export interface Pooler {
  /** Rewrites a URL so that it goes through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

export interface PoolerOptions {
  /** PostgreSQL's on the loopback address, whose superuser needs no password. */
  port: number
  passwords: boolean
}

export async function startPooler({ port: target, passwords }: PoolerOptions): Promise<Pooler> {
  const program = findPgbouncer()
  if (!program) throw new Error('PgBouncer is needed: apt-get install pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"postgres" ""\n')
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${target} auth_user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = ${passwords ? 'scram-sha-256' : 'trust'}
auth_file = ${users}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
`,
  )
  // It refuses to run as root.
  const [command, ...before] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', program] : [program]
  const child: ChildProcess = spawn(command as string, [...before, '-q', settings], { stdio: 'ignore' })
  const kill = (): void => void child.kill('SIGTERM')
  process.once('exit', kill)
  await untilUp(port)
  return {
    through: (url) => {
      const there = new URL(url)
      there.host = `127.0.0.1:${port}`
      return there.href
    },
    stop: async () => {
      process.off('exit', kill)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilUp(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    // Asks its own console, which needs no server; an error about an unknown name is an answer too.
    const client = new pg.Client({ connectionString: `postgresql://nobody:x@127.0.0.1:${port}/pgbouncer` })
    client.on('error', () => undefined)
    const answer = await client.connect().then(
      () => null,
      (error: { code?: string }) => error.code,
    )
    await client.end()
    if (answer !== 'ECONNREFUSED') return
    if (tries > 1200) throw new Error('PgBouncer does not answer')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
