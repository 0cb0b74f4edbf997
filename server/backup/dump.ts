import { once } from 'node:events'
import {
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { copyFile, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database, Tx } from '../plugins/database/database.ts'
import { syncPath, syncTree } from '../plugins/database/durable-fs.ts'
import { readMigrations } from '../plugins/database/migrate.ts'
import { endDraft, newDraft } from './drafts.ts'
import { createSealer, type Encryption, SEALED, type Sealer } from './encryption.ts'
import { readMissing, wholeFiles } from './known-missing.ts'
import {
  BackupError,
  hashFile,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  type Part,
  SECRET_KEY_FILE,
  sha256,
} from './manifest.ts'
import { pagesOf } from './pages.ts'

export interface BackupInput {
  db: Database
  /** Folder to make; it must not exist, or be empty. */
  to: string
  /** DATA_DIR: its `files` are saved with the database, and its `secret.key` when the backup is encrypted. */
  dataDir: string
  /** Null: nothing is encrypted, so the key is left out. */
  encryption: Encryption | null
  /** The drive's files are in an object store, and `files` of DATA_DIR is not where the rows' files are. */
  filesElsewhere: boolean
  /** Makes the backup although most files that the rows name are not in `files`, and more than the last time: they are lost. */
  allowMissing: boolean
}

/**
 * Writes a whole backup: every row as of one moment, then the files, then the manifest; the folder gets its name when all of it is on disk. Requests are
 * served meanwhile (on the embedded engine they wait while the rows are read). Encrypted parts are never on disk unencrypted.
 * @throws BackupError when there is something at `to` already, when most files that the rows name are not in DATA_DIR, and more than the last backup or restore
 * has said (known-missing.ts), and when the schema is not this build's
 */
export async function writeBackup(input: BackupInput): Promise<Manifest> {
  const { db, to, dataDir, encryption } = input
  if (existsSync(to) && readdirSync(to).length > 0) throw new BackupError(`Le dossier « ${to} » n'est pas vide.`)
  const sealer = encryption === null ? null : await createSealer(encryption)
  const draft = newDraft(to)
  mkdirSync(join(draft, 'tables'))
  try {
    const files = join(dataDir, 'files')
    // Before and after the rows: so a file that a row names is in the backup even if it is deleted meanwhile.
    const copied: Copied = new Map()
    await copyNew(files, join(draft, 'files'), { sealer, copied })
    const at = new Date().toISOString()
    const { companies, tables, named, knownMissing } = await dumpTables(db, { folder: draft, sealer })
    await copyNew(files, join(draft, 'files'), { sealer, copied })
    const suffix = sealer ? SEALED : ''
    const missingFiles = input.filesElsewhere ? 0 : absent(named, join(draft, 'files'), suffix)
    const isSuspect = missingFiles * 2 > named.length && missingFiles > knownMissing
    if (isSuspect && !input.allowMissing) throw wrongFolder(files, missingFiles, named.length)
    const keyPath = join(dataDir, SECRET_KEY_FILE)
    const withKey = sealer !== null && existsSync(keyPath)
    if (withKey) await seal(createReadStream(keyPath), join(draft, SECRET_KEY_FILE), sealer)
    if (sealer?.keyFile) await writeFile(join(draft, KEY_FILE), sealer.keyFile)
    const part = async (path: string) => {
      const file = join(draft, path)
      return { path: path.split(sep).join('/'), bytes: statSync(file).size, sha256: await hashFile(file) }
    }
    const manifest: Manifest = {
      ...(await formatOf(sealer, () => part(KEY_FILE))),
      at,
      engine: db.engine,
      migrations: readMigrations().map(({ name, hash }) => ({ name, hash })),
      companies,
      tables: [],
      files: [],
      ...(missingFiles > 0 ? { missingFiles } : {}),
      key: withKey ? await part(`${SECRET_KEY_FILE}${suffix}`) : null,
    }
    for (const { name, rows } of tables) {
      manifest.tables.push({ name, rows, ...(await part(join('tables', `${name}.ndjson.gz${suffix}`))) })
    }
    for (const path of filesUnder(join(draft, 'files'))) manifest.files.push(await part(relative(draft, path)))
    const text = JSON.stringify(manifest, null, 1)
    await writeFile(join(draft, MANIFEST), text)
    await writeFile(join(draft, MANIFEST_HASH), sha256(text))
    if (sealer) await seal(Readable.from([Buffer.from(sha256(text))]), join(draft, MANIFEST_HASH), sealer)
    syncTree(draft)
    rmSync(to, { recursive: true, force: true })
    renameSync(draft, to)
    syncPath(dirname(to))
    return manifest
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  } finally {
    endDraft(draft)
  }
}

/** How many of the named files have no copy. */
function absent(named: readonly string[], folder: string, suffix: string): number {
  const copies = new Set(filesUnder(folder).map((path) => relative(folder, path).split(sep).join('/')))
  return named.filter((key) => !copies.has(`${key}${suffix}`)).length
}

/** A command whose DATA_DIR is not the server's would save the rows alone, night after night, and nobody would know before a restore. */
const wrongFolder = (folder: string, missing: number, named: number): BackupError =>
  new BackupError(
    `${missing} des ${named} fichiers que la base nomme ne sont pas dans « ${folder} » : la sauvegarde n'est pas faite. ` +
      'Donnez à la commande les réglages du serveur : DATA_DIR (son dossier de données), ou S3_BUCKET.\n' +
      "S'ils sont perdus : npm run backup -- --to <dossier> --allow-missing-files",
  )

/** The backup's own private key, which the passphrase opens (`age -d -i`). */
const KEY_FILE = `backup-key${SEALED}`

async function formatOf(
  sealer: Sealer | null,
  key: () => Promise<Part>,
): Promise<Pick<Manifest, 'format' | 'encryption'>> {
  if (sealer === null) return { format: 1 }
  if (sealer.kind === 'recipients') return { format: 2, encryption: { kind: 'recipients' } }
  return { format: 2, encryption: { kind: 'passphrase', key: await key() } }
}

const seal = (
  source: AsyncIterable<Buffer>,
  path: string,
  sealer: Sealer,
  options: { signal?: AbortSignal } = {},
): Promise<void> => pipeline(source, sealer.seal, createWriteStream(`${path}${SEALED}`, { mode: 0o600 }), options)

export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Bytes that each file of the drive had when its copy began. */
type Copied = Map<string, number>

/**
 * Copies files that are not there yet: a file of the drive never changes under its name. One that was being written when it was copied has more bytes by now, and
 * is copied again.
 */
async function copyNew(
  from: string,
  to: string,
  { sealer, copied }: { sealer: Sealer | null; copied: Copied },
): Promise<void> {
  for (const path of filesUnder(from)) {
    // Undefined where it was deleted meanwhile.
    const size = statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined || copied.get(path) === size) continue
    const target = join(to, relative(from, path))
    await mkdir(dirname(target), { recursive: true })
    const copy = sealer ? sealFile(path, target, sealer) : copyFile(path, target, constants.COPYFILE_FICLONE)
    await copy.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    copied.set(path, size)
  }
}

/** Opens the source first: a deleted one then leaves no empty part. */
async function sealFile(path: string, target: string, sealer: Sealer): Promise<void> {
  const file = await open(path)
  await seal(file.createReadStream(), target, sealer)
}

interface TableFile {
  name: string
  owned: boolean
  /** Its rows hold pictures. */
  binary: boolean
  rows: number
  write: (lines: string[]) => Promise<void>
  end: () => Promise<void>
  /** Closes it as it is, where it is not closed yet. */
  giveUp: () => Promise<void>
}

interface Draft {
  folder: string
  sealer: Sealer | null
}

function tableFile(
  { folder, sealer }: Draft,
  { name, ...about }: Pick<TableFile, 'name' | 'owned' | 'binary'>,
): TableFile {
  const gzip: Gzip = createGzip({ level: 1 })
  const given = new AbortController()
  const { signal } = given
  const path = join(folder, 'tables', `${name}.ndjson.gz`)
  const done = sealer
    ? seal(gzip, path, sealer, { signal })
    : pipeline(gzip, createWriteStream(path, { mode: 0o600 }), { signal })
  // Awaited in `end`; this handler keeps an earlier error from being an unhandled one.
  done.catch(() => undefined)
  const file: TableFile = {
    name,
    ...about,
    rows: 0,
    write: async (lines) => {
      file.rows += lines.length
      if (!gzip.write(`${lines.join('\n')}\n`)) await Promise.race([once(gzip, 'drain'), done])
    },
    end: () => {
      gzip.end()
      return done
    },
    giveUp: () => {
      given.abort()
      return done.catch(() => undefined)
    },
  }
  return file
}

/** Rows with a picture that one statement reads. */
const MOST_PICTURES = 100

interface Dumped {
  companies: Manifest['companies']
  tables: { name: string; rows: number }[]
  /** Keys of the whole files that the rows name (server/ports/files). */
  named: string[]
  /** How many of them are known to be lost. */
  knownMissing: number
}

/** Every row of every table, once: the platform's, then each company's. Row level security applies here too. */
function dumpTables(db: Database, draft: Draft): Promise<Dumped> {
  return db.snapshot(async (trx, enter) => {
    await refuseOtherSchema(trx)
    const { rows: found } = await sql<Pick<TableFile, 'name' | 'owned' | 'binary'>>`
      select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'
        and not a.attisdropped) as owned,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'bytea'::regtype) as binary
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and c.relname <> 'schema_migration' order by 1`.execute(trx)
    const companies = await trx.selectFrom('company').select(['id', 'key', 'epoch', 'seq']).orderBy('id').execute()
    const knownMissing = await readMissing(trx)
    const files = found.map((table) => tableFile(draft, table))
    const named: string[] = []
    try {
      for (const file of files) {
        if (file.name === 'company') continue
        await copyRows(trx, file, file.owned ? 'company_id is null' : 'true')
      }
      for (const { id } of companies) {
        await enter(id)
        for (const file of files) {
          const column = file.name === 'company' ? 'id' : 'company_id'
          if (file.owned || file.name === 'company')
            await copyRows(trx, file, `${column} = current_setting('app.company_id')`)
        }
        for (const key of await wholeFiles(trx)) named.push(key)
      }
      await Promise.all(files.map((file) => file.end()))
    } catch (error) {
      // A file that stays open keeps its room on the disk after its folder is removed, until this process ends: mostly it is the room that was lacking.
      await Promise.all(files.map((file) => file.giveUp()))
      throw error
    }
    return { companies, tables: files.map(({ name, rows }) => ({ name, rows })), named, knownMissing }
  })
}

/**
 * The manifest says the migrations of this build, and a restore begins with exactly these. A process of the former version that serves on while an upgrade has
 * migrated the database would save the new columns and tables under the old list, and the restore would drop them.
 */
async function refuseOtherSchema(trx: Tx): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`select last_migration() as last`.execute(trx)
  const [ours, theirs] = [readMigrations().at(-1)?.name, rows[0]?.last]
  if (ours === theirs) return
  throw new BackupError(
    `La base n'a pas le schéma de ce serveur (${theirs} au lieu de ${ours}) : elle a été mise à jour, ou remise dans un état antérieur, pendant qu'il servait. Redémarrez-le, puis sauvegardez.`,
  )
}

async function copyRows(trx: Tx, file: TableFile, where: string): Promise<void> {
  await sql`declare page no scroll cursor for select row_to_json(t)::text as line from ${sql.table(file.name)} t
    where ${sql.raw(where)}`.execute(trx)
  const fetch = async (count: number): Promise<string[]> => {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(count)} from page`.execute(trx)
    return rows.map((row) => row.line)
  }
  for await (const lines of pagesOf(fetch, file.binary ? MOST_PICTURES : undefined)) await file.write(lines)
  await sql`close page`.execute(trx)
}
