import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** One number for all Lolapp processes: « a migration is running ». */
const LOCK = 7_406_512

export interface Migration {
  name: string
  text: string
  hash: string
}

/** Numbered .sql files in order; a test keys its snapshot by their hashes. */
export function readMigrations(folder = MIGRATIONS): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Files that change the rows of all companies in one statement. Row level security is forced on these tables, and on PostgreSQL the owner is no superuser: without
 * `unbound` such a statement changes nothing there, and says nothing. New files go from company to company instead (as 0062 does).
 */
export const OF_ALL_COMPANIES: readonly string[] = ['0014_epoch_numbers.sql', '0039_customer_rdv.sql']
const THEIR_TABLES = ['company', 'company_epoch']

/** How long a migration waits for locks while the server is in use. */
export interface Patience {
  /** Milliseconds that it waits for a table or a row that is locked: later requests for it wait behind the migration. */
  lockMs: number
  /** Milliseconds until it tries again; it holds and waits for no lock in between. */
  pauseMs: number
  tries: number
}

/** Three minutes in all: longer than any request or job holds a row. */
const PATIENCE: Patience = { lockMs: 2000, pauseMs: 4000, tries: 30 }

/** lock_not_available, deadlock_detected */
const HELD = new Set(['55P03', '40P01'])

/**
 * Updates the schema as the owner: all new files in one transaction, under an advisory lock, so that several processes may start at once and a crash leaves
 * the schema as it was. When a table stays locked, the whole transaction rolls back and begins again, so that other requests do not queue behind it. Throws
 * when a file that was already run has changed since, and when a newer version has run files of its own.
 * @returns names of the files run now
 */
export async function migrate(
  owner: Kysely<unknown>,
  { folder = MIGRATIONS, patience = PATIENCE }: { folder?: string; patience?: Patience } = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  for (let tries = 1; ; tries += 1) {
    try {
      return await owner.transaction().execute(async (trx) => {
        // Waits for another process that migrates, without holding any lock.
        await takeTurn(trx)
        await sql.raw(`set local lock_timeout = ${patience.lockMs}`).execute(trx)
        return runMigrations(trx, migrations)
      })
    } catch (error) {
      if (!HELD.has((error as { code?: string }).code ?? '')) throw error
      if (tries >= patience.tries) {
        const cause = (error as Error).message
        throw new Error(
          `La base n'a pas pu être migrée : une opération longue tient ses tables (${cause}). Attendez sa fin ou arrêtez-la (pg_stat_activity), puis recommencez.`,
        )
      }
      await wait(patience.pauseMs)
    }
  }
}

/**
 * For commands that use a database and do not update it: a backup before an upgrade must be one that the former version can restore, and nobody asked for the
 * upgrade of a database that others serve.
 * @throws where `migrate` would have something to do, or refuses
 */
export async function refuseUnmigrated(owner: Kysely<unknown>, folder = MIGRATIONS): Promise<void> {
  const { rows } = await sql<{ empty: boolean }>`
    select to_regclass('public.schema_migration') is null as empty`.execute(owner)
  if (rows[0]?.empty !== false)
    throw new Error(
      "Cette base n'a encore rien de Lolapp, et rien n'a été fait : donnez à la commande les réglages du serveur (DATABASE_URL, DATA_DIR), ou démarrez-le d'abord.",
    )
  const migrations = readMigrations(folder)
  const known = await knownIn(owner)
  refuseNewer(known, migrations)
  const missing = unknownOf(known, migrations)
  if (missing.length === 0) return
  throw new Error(
    `La base n'est pas encore à jour pour cette version de Lolapp (${missing.map(({ name }) => name).join(', ')}), et rien n'a été fait. ` +
      "Pour la sauvegarder avant la mise à jour, lancez la commande de la version d'avant ; pour la mettre à jour : npm run migrate, ou démarrez le serveur de cette version.",
  )
}

/** Names and hashes of the files that this database has run. */
async function knownIn(db: Kysely<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from schema_migration`.execute(db)
  return new Map(rows.map((row) => [row.name, row.hash]))
}

/** Those that it has not run. @throws for one that it has run with another text */
function unknownOf(known: ReadonlyMap<string, string>, migrations: readonly Migration[]): Migration[] {
  const edited = migrations.find(({ name, hash }) => known.has(name) && known.get(name) !== hash)
  if (edited)
    throw new Error(
      `La migration ${edited.name} a été modifiée après avoir été exécutée : ajoutez un nouveau fichier à la place.`,
    )
  return migrations.filter(({ name }) => !known.has(name))
}

const takeTurn = (trx: Transaction<unknown>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx)

/** The same inside a transaction of the owner, with a choice of files: a restore begins with the files that its backup knew. */
export async function runMigrations(trx: Transaction<unknown>, migrations: readonly Migration[]): Promise<string[]> {
  await takeTurn(trx)
  await sql
    .raw(
      'create table if not exists schema_migration (name text primary key, hash text not null, run_at timestamptz not null default now())',
    )
    .execute(trx)
  const known = await knownIn(trx)
  refuseNewer(known, migrations)
  const run: string[] = []
  for (const { name, text, hash } of unknownOf(known, migrations)) {
    if (OF_ALL_COMPANIES.includes(name)) await unbound(trx, () => sql.raw(text).execute(trx))
    else await sql.raw(text).execute(trx)
    await sql`insert into schema_migration (name, hash) values (${name}, ${hash})`.execute(trx)
    run.push(name)
  }
  return run
}

/** Runs `fn` while row level security does not bind the owner of the companies' rows; it binds again afterwards. */
async function unbound(trx: Transaction<unknown>, fn: () => Promise<unknown>): Promise<void> {
  const force = async (word: 'force' | 'no force') => {
    for (const name of THEIR_TABLES)
      await sql`alter table ${sql.table(name)} ${sql.raw(word)} row level security`.execute(trx)
  }
  await force('no force')
  await fn()
  await force('force')
}

/** Refuses a schema with a file that this build does not know: the build could read and write rows wrongly. */
function refuseNewer(known: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const ours = new Set(migrations.map(({ name }) => name))
  const newer = [...known.keys()].filter((name) => !ours.has(name))
  if (newer.length === 0) return
  throw new Error(
    `La base vient d'une version plus récente de Lolapp (${newer.sort().join(', ')}) : démarrez cette version, ou remettez avec celle-ci la sauvegarde faite avant la mise à jour (npm run restore -- --from <dossier>).`,
  )
}
