import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type KnownKey, keepKey } from '../../installation/known-key.ts'
import { appRoleName, prepareAppRole } from './app-role.ts'
import { closeUnsafeFunctions, consoleRoleName, prepareConsoleRole } from './console-role.ts'
import { type Engine, kyselyOver } from './database.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { finishSwap } from './folder-swap.ts'
import { migrate, refuseUnmigrated } from './migrate.ts'
import { type OnError, PgliteClient, tell } from './pglite-client.ts'
import { pglitePool } from './pglite-pool.ts'

/**
 * Without a key the database stores no fingerprint of one: for a folder that others will start from. `scratch` is for tests: a database folder that this code
 * made ready before, where no preparation is left.
 */
export type PgliteConfig =
  | {
      folder: string
      onLockLost: () => void
      onError?: OnError
      key?: KnownKey
      migrates?: boolean
      onMigrated?: (names: string[]) => void
    }
  | { scratch: string }

/** The embedded engine also lets tests crash it and copy it. */
export interface PgliteEngine extends Engine {
  readonly client: PgliteClient
}

/** PGlite has no autovacuum: without statistics a page of 5 ms takes 700. Checked at this interval, run when enough rows changed. */
const MAINTENANCE_MS = 30_000
const MAINTENANCE_ROWS = 1000

/** Opens, migrates and serves the embedded database. Throws a French message when the folder is in use or not durable. */
export async function openPglite(config: PgliteConfig): Promise<PgliteEngine> {
  const lock = 'folder' in config ? await lockFolder(config.folder, config.onLockLost) : null
  try {
    if ('folder' in config) finishSwap(config.folder)
    const onError = ('folder' in config ? config.onError : undefined) ?? tell
    const client = await PgliteClient.open(
      'folder' in config ? { folder: join(config.folder, 'database') } : config,
      onError,
    )
    if ('folder' in config)
      await prepare(client, config).catch(async (error: unknown) => {
        // Its thread would keep a refused command from ending.
        await client.close()
        throw error
      })
    return serve(client, lock, onError)
  } catch (error) {
    lock?.release()
    throw error
  }
}

const role = appRoleName('pglite')
const consoleRole = consoleRoleName('pglite')

type Preparation = Pick<Extract<PgliteConfig, { folder: string }>, 'key' | 'migrates' | 'onMigrated'>

async function prepare(client: PgliteClient, { key, migrates = true, onMigrated }: Preparation): Promise<void> {
  const owner = kyselyOver<unknown>(pglitePool(client, () => undefined))
  if (migrates) {
    const run = await migrate(owner)
    onMigrated?.(run)
  } else await refuseUnmigrated(owner)
  // No other process has the folder open.
  if (key) await keepKey(owner, key, async () => undefined)
  await prepareAppRole(owner, role, null)
  await prepareConsoleRole(owner, consoleRole, null)
  await closeUnsafeFunctions(owner, role)
}

function serve(client: PgliteClient, lock: FolderLock | null, onError: OnError): PgliteEngine {
  let changed = 0
  const pool = pglitePool(client, (rows) => {
    changed += rows
  })
  const owner = kyselyOver<unknown>(pool)

  const maintain = async (): Promise<void> => {
    changed = 0
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(owner)
    // Table by table, so that requests run in between: there is one connection.
    for (const { name } of rows) await sql`vacuum (analyze) ${sql.id(name)}`.execute(owner)
  }
  const timer = setInterval(() => {
    if (changed >= MAINTENANCE_ROWS)
      maintain().catch((error: unknown) => onError(error, "L'entretien de la base a échoué."))
  }, MAINTENANCE_MS)
  timer.unref()

  const bus = new EventEmitter().setMaxListeners(0)
  return {
    engine: 'pglite',
    client,
    pool,
    role,
    shares: null,
    ping: async () => {
      const turn = await pool.connect()
      try {
        await turn.query('select 1', [])
      } finally {
        turn.release(false)
      }
    },
    // A long query holds the only connection, and no timeout stops it: its worker is replaced, as after a crash.
    console: { pool, role: consoleRole, interrupt: () => client.crash() },
    maintain,
    listen: async (channel, { onMessage }) => {
      bus.on(channel, onMessage)
      return async () => {
        bus.off(channel, onMessage)
      }
    },
    notify: async (channel, payload) => {
      bus.emit(channel, payload)
    },
    close: async () => {
      clearInterval(timer)
      await client.close()
      lock?.release()
    },
  }
}
