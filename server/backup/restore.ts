import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { advance, EMPTY_MARK, folderMark, type Mark, type MarkStore } from '../epoch/mark.ts'
import { formerRoleName, loginRoleName } from '../plugins/database/app-role.ts'
import { kyselyOver } from '../plugins/database/database.ts'
import { syncPath, syncTree } from '../plugins/database/durable-fs.ts'
import { lockFolder } from '../plugins/database/folder-lock.ts'
import { finishSwap, swapInto } from '../plugins/database/folder-swap.ts'
import type { DatabaseConfig } from '../plugins/database/open-database.ts'
import { PgliteClient } from '../plugins/database/pglite-client.ts'
import { pglitePool } from '../plugins/database/pglite-pool.ts'
import { isServed, openOwner } from '../plugins/database/postgres-engine.ts'
import { SEALED } from './encryption.ts'
import { type Loaded, loadBackup, readMark, readWithdrawn, type Withdrawn } from './load.ts'
import { BackupError, hashFile, type Manifest, type Part, readBackup, SECRET_KEY_FILE } from './manifest.ts'
import { type BackupKeys, NO_KEYS, type OpenPart, openParts } from './open-parts.ts'

export interface RestoreInput {
  /** The backup's folder. */
  from: string
  dataDir: string
  database: DatabaseConfig
  /** The installation's mark (SERVER-6); the one of the data folder by default. */
  marks?: MarkStore
  /** What opens it when it is encrypted. */
  keys?: BackupKeys
  /** The drive's files are in an object store: they are not looked for. */
  filesElsewhere?: boolean
}

/** What was restored, without what was withdrawn since. */
type Restored = Manifest & Loaded

/**
 * Replaces the database by a backup, whole or not at all; the server must be stopped. Sessions of the backup stay valid, except those that were ended since.
 * Files of the drive are added, none is removed.
 * @throws BackupError, or FolderHeld when a server has the folder
 */
export async function restore({
  from,
  dataDir,
  database,
  marks = folderMark(dataDir),
  keys = NO_KEYS,
  filesElsewhere = false,
}: RestoreInput): Promise<Restored> {
  const manifest = await readBackup(from)
  const hasFile = filesElsewhere ? () => true : finderIn(dataDir, manifest)
  const source = { manifest, open: await openParts(from, manifest, keys), marks, hasFile }
  const loaded =
    database.kind === 'embedded'
      ? await restoreEmbedded(database, dataDir, source)
      : await restorePostgres(database, dataDir, source)
  return { ...manifest, ...loaded }
}

/** Whether a key's file is in the backup, or in the drive's folder already. The embedded engine asks before the backup's files are put there. */
function finderIn(dataDir: string, manifest: Manifest): (key: string) => boolean {
  const parts = new Set(manifest.files.map((part) => nameInClear(part, manifest)))
  return (key) => parts.has(`files/${key}`) || existsSync(join(dataDir, 'files', key))
}

interface Source {
  manifest: Manifest
  open: OpenPart
  marks: MarkStore
  hasFile: (key: string) => boolean
}

const STAGE = 'restauration'

type Embedded = Extract<DatabaseConfig, { kind: 'embedded' }>

async function restoreEmbedded({ onLockLost }: Embedded, dataDir: string, source: Source): Promise<Loaded> {
  const lock = await lockFolder(dataDir, onLockLost)
  try {
    finishSwap(dataDir)
    const { withdrawn, mark } = await whatWas(join(dataDir, 'database'), source)
    const stage = join(dataDir, STAGE)
    rmSync(stage, { recursive: true, force: true })
    mkdirSync(stage, { recursive: true })
    const loaded = await withEmbedded(join(stage, 'database'), (trx) => loadBackup(trx, { ...source, withdrawn, mark }))
    await restoreFiles(dataDir, source)
    const { key } = source.manifest
    if (key) await write(source.open(key), join(stage, SECRET_KEY_FILE))
    syncTree(stage)
    swapInto(dataDir, { from: STAGE, aside: asideName(), names: ['database', ...(key ? [SECRET_KEY_FILE] : [])] })
    return loaded
  } finally {
    lock.release()
  }
}

async function withEmbedded<T>(folder: string, fn: (trx: Transaction<unknown>) => Promise<T>): Promise<T> {
  const client = await PgliteClient.open({ folder })
  const owner = kyselyOver<unknown>(pglitePool(client, () => undefined))
  try {
    return await owner.transaction().execute(fn)
  } finally {
    await owner.destroy()
  }
}

const NOTHING_TAKEN: Withdrawn = { sessions: [], credentials: [], admins: [], companies: [] }

/**
 * What the database that is replaced knows and the backup does not. Its mark is written outside at once, in case the restore is made again. A database that
 * does not open any more tells nothing: then every session ends.
 */
async function whatWas(folder: string, { marks }: Source): Promise<{ withdrawn: Withdrawn; mark: Mark }> {
  if (!existsSync(folder)) return { withdrawn: NOTHING_TAKEN, mark: await marks.read() }
  const was = await withEmbedded(folder, async (trx) => ({
    withdrawn: await readWithdrawn(trx),
    mark: await readMark(trx),
  })).catch(() => ({ withdrawn: null, mark: EMPTY_MARK }))
  return { ...was, mark: await advance(marks, was.mark) }
}

type Postgres = Extract<DatabaseConfig, { kind: 'postgresql' }>

async function restorePostgres({ ownerUrl, appUrl }: Postgres, dataDir: string, source: Source): Promise<Loaded> {
  const owner = openOwner(ownerUrl)
  try {
    await refuseServing(owner, appUrl)
    await restoreFiles(dataDir, source)
    for (let left = TRIES - 1; ; left -= 1) {
      try {
        return await replaceAll(owner, dataDir, source)
      } catch (error) {
        if ((error as { code?: string }).code !== DEADLOCK || left === 0) throw error
      }
    }
  } finally {
    await owner.destroy()
  }
}

/** A server that was just stopped may have left a transaction, which PostgreSQL ends a little later: both wait for each other's tables. */
const DEADLOCK = '40P01'
const TRIES = 4

/** One transaction: until it commits, the database is unchanged. */
async function replaceAll(owner: Kysely<unknown>, dataDir: string, source: Source): Promise<Loaded> {
  let takeKeyBack = (): void => undefined
  const done = owner.transaction().execute(async (trx) => {
    const { rows } = await sql<{ empty: boolean }>`
      select to_regclass('public.session') is null as empty`.execute(trx)
    const withdrawn = rows[0]?.empty ? NOTHING_TAKEN : await readWithdrawn(trx)
    const mark = await advance(source.marks, rows[0]?.empty ? EMPTY_MARK : await readMark(trx))
    await dropEverything(trx)
    const loaded = await loadBackup(trx, { ...source, withdrawn, mark })
    takeKeyBack = await placeKey(dataDir, source)
    return loaded
  })
  return done.catch((error: unknown) => {
    takeKeyBack()
    throw error
  })
}

/**
 * Puts the backup's key in place, because it opens what is sealed in the backup's database. A different one (of a server that was started here before) is
 * renamed.
 * @returns a function that undoes it
 */
async function placeKey(dataDir: string, { open, manifest: { key } }: Source): Promise<() => void> {
  if (!key) return () => undefined
  const path = join(dataDir, SECRET_KEY_FILE)
  await write(open(key), `${path}.restaure`)
  const was = existsSync(path) ? readFileSync(path) : null
  const aside = `${path}.${asideName()}`
  if (was?.equals(readFileSync(`${path}.restaure`)) === false) renameSync(path, aside)
  renameSync(`${path}.restaure`, path)
  syncPath(dataDir)
  return () => {
    if (was === null) rmSync(path)
    else if (existsSync(aside)) renameSync(aside, path)
  }
}

const asideName = (): string => `avant-restauration-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`

async function refuseServing(owner: Kysely<unknown>, appUrl: string | undefined): Promise<void> {
  const { rows: here } = await sql<{ name: string }>`select current_database() as name`.execute(owner)
  const database = here[0]?.name ?? ''
  const roles = appUrl
    ? [decodeURIComponent(new URL(appUrl).username)]
    : [loginRoleName(database), formerRoleName(database)]
  if (await isServed(owner, roles))
    throw new BackupError('Un serveur Lolapp utilise cette base : arrêtez-le, puis restaurez.')
}

/** Drops our tables, views, sequences, functions and types; the schema itself may have another owner. */
async function dropEverything(trx: Transaction<unknown>): Promise<void> {
  await sql
    .raw(`do $$
declare one record;
begin
  for one in select c.oid::regclass as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  loop execute format('drop table if exists %s cascade', one.name); end loop;
  for one in select c.oid::regclass as name from pg_class c
    where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
  loop execute format('drop view if exists %s cascade', one.name); end loop;
  for one in select c.oid::regclass as name from pg_class c
    where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
  loop execute format('drop sequence if exists %s cascade', one.name); end loop;
  for one in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop execute format('drop routine if exists %s cascade', one.name); end loop;
end $$`)
    .execute(trx)
}

/** Adds the backup's files to the drive's folder; an identical file that is there stays. */
async function restoreFiles(dataDir: string, { open, manifest }: Source): Promise<void> {
  for (const part of manifest.files) {
    const target = join(dataDir, nameInClear(part, manifest))
    // The hash of an encrypted part is not that of its content.
    if (!manifest.encryption && existsSync(target) && (await hashFile(target)) === part.sha256) continue
    await write(open(part), target)
  }
}

const nameInClear = ({ path }: Part, { encryption }: Manifest): string =>
  encryption && path.endsWith(SEALED) ? path.slice(0, -SEALED.length) : path

/** Writes the whole file or nothing, and to disk. */
async function write(bytes: AsyncIterable<Buffer>, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true })
  await pipeline(bytes, createWriteStream(`${target}.partiel`, { mode: 0o600 }))
  syncPath(`${target}.partiel`)
  renameSync(`${target}.partiel`, target)
}
