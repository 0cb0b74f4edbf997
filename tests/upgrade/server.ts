import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import type { TransportOptions } from '../../sync/net/transport.ts'
import { madeOnce } from '../support/made-once.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { type Release, treeOf } from './releases.ts'

/** The server of any release, always on the same data, which the oldest release seeded. */

const PASSWORD = 'demonstration'
const COMPANY = 'demo'
const ENV = { RATE_LIMIT: '1000000', BACKUP_DIR: '' }

const launch = async (release: Release, dataDir: string): Promise<ServerProcess> => {
  const tree = await treeOf(release)
  return startServer({ entry: join(tree, 'server/start.ts'), dataDir, webDir: join(tree, 'server'), env: ENV })
}

/** A command of a release on the data folder, in an environment without Vitest's variables. @throws Error when it ends with another code than 0 */
async function command(release: Release, dataDir: string, [file, ...args]: [string, ...string[]]): Promise<void> {
  const { NODE_ENV: _nodeEnv, DATABASE_URL: _databaseUrl, ...machine } = process.env
  const inherited = Object.entries(machine).filter(([name]) => !name.startsWith('VITEST'))
  const env = { ...Object.fromEntries(inherited), ...ENV, DATA_DIR: dataDir }
  const program = ['--import', 'tsx', join(await treeOf(release), file), ...args]
  await promisify(execFile)(process.execPath, program, { env })
}

async function seeded(): Promise<string> {
  const tree = await treeOf('N-4')
  return madeOnce({
    name: 'upgrade-data',
    key: tree,
    make: async (draft) => {
      const server = await launch('N-4', draft)
      await server.stop()
      await server.dispose()
    },
  })
}

/** A member of the staff who calls the API with the field names of the server's release. */
export interface Clerk {
  get: (path: string) => Promise<Values>
  write: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Values) => Promise<Values>
}

export interface RunningServer {
  release: Release
  /** Connection options for a phone of this person. */
  to: (mail: string) => Promise<Omit<TransportOptions, 'fetch'>>
  clerk: (mail: string) => Promise<Clerk>
  /** Another release takes over the same data, at the same address. */
  become: (release: Release) => Promise<void>
  /** `npm run backup` of the release that serves. @returns its folder */
  backUp: () => Promise<string>
  /** The rollback of docs/operations.md, where a migration has run since: the former release restores the backup that it made before the upgrade, and serves. */
  rollBack: (release: Release, backup: string) => Promise<void>
  dispose: () => Promise<void>
}

export async function runServer(first: Release): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lolapp-data-'))
  await cp(await seeded(), dataDir, { recursive: true })
  let server = await launch(first, dataDir)
  const { port } = server
  const backup = `${dataDir}-sauvegarde`
  const again = async (release: Release): Promise<void> => {
    const tree = await treeOf(release)
    running.release = release
    server = await startServer({
      entry: join(tree, 'server/start.ts'),
      dataDir,
      port,
      webDir: join(tree, 'server'),
      env: ENV,
    })
  }
  const ask = (method: string, path: string, more: { headers?: Record<string, string>; body?: unknown } = {}) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        [HEADER.company]: COMPANY,
        ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more.headers,
      },
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
    })
  const dataOf = async (response: Response): Promise<Values> => {
    const body = (await response.json().catch(() => null)) as { data?: Values } | null
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(body)}`)
    return body?.data ?? {}
  }
  /** Sessions are kept across releases, because only a few logins are allowed per minute. */
  const sessions = new Map<string, { token: string; id: string }>()
  const logIn = async (mail: string): Promise<{ token: string; id: string }> => {
    const known = sessions.get(mail)
    if (known) return known
    const body = { MAIL: mail, password: PASSWORD }
    const { token, tokenable_id } = await dataOf(await ask('POST', '/lolapp/login', { body }))
    const session = { token: String(token), id: String(tokenable_id) }
    sessions.set(mail, session)
    return session
  }
  const running: RunningServer = {
    release: first,
    to: async (mail) => {
      const [{ token, id }, start] = [await logIn(mail), await dataOf(await ask('GET', '/lolapp/start'))]
      return {
        base: `http://127.0.0.1:${port}/api`,
        token,
        identity: { companyId: String(start.id), account: `personnel:${id}`, impersonator: '' },
        device: randomUUID(),
      }
    },
    clerk: async (mail) => {
      const { token } = await logIn(mail)
      const headers = { authorization: `Bearer ${token}` }
      return {
        get: async (path) => dataOf(await ask('GET', path, { headers })),
        write: async (method, path, body) =>
          dataOf(await ask(method, path, { headers: { ...headers, [HEADER.mutation]: randomUUID() }, body })),
      }
    },
    become: async (release) => {
      await server.stop()
      await again(release)
    },
    backUp: async () => {
      await command(running.release, dataDir, ['server/backup/backup-command.ts', '--to', backup])
      return backup
    },
    rollBack: async (release, from) => {
      await server.stop()
      await command(release, dataDir, ['server/backup/restore-command.ts', '--from', from])
      await again(release)
    },
    dispose: async () => {
      await server.dispose()
      for (const folder of [dataDir, backup]) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  return running
}
