import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
 * Brings the schema up to date as the owner: all new files in one transaction, under an advisory lock, so that several processes may
 * start at once and a crash leaves the schema as it was. Throws when a file that was already run has changed since.
 * @returns names of the files run now
 */
export function migrate(owner: Kysely<unknown>, folder = MIGRATIONS): Promise<string[]> {
  return owner.transaction().execute((trx) => runMigrations(trx, readMigrations(folder)))
}

/** The same inside a transaction of the owner, with a choice of files: a restore begins with those that its backup knew. */
export async function runMigrations(trx: Transaction<unknown>, migrations: readonly Migration[]): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx)
  await sql
    .raw(
      'create table if not exists schema_migration (name text primary key, hash text not null, run_at timestamptz not null default now())',
    )
    .execute(trx)
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from schema_migration`.execute(trx)
  const known = new Map(rows.map((row) => [row.name, row.hash]))
  const run: string[] = []
  for (const { name, text, hash } of migrations) {
    const before = known.get(name)
    if (before !== undefined && before !== hash) {
      throw new Error(
        `La migration ${name} a été modifiée après avoir été exécutée : ajoutez un nouveau fichier à la place.`,
      )
    }
    if (before !== undefined) continue
    await sql.raw(text).execute(trx)
    await sql`insert into schema_migration (name, hash) values (${name}, ${hash})`.execute(trx)
    run.push(name)
  }
  return run
}
