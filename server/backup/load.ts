import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sql, type Transaction } from 'kysely'
import { VERSION_LEAD } from '../../schemas/merge.ts'
import { beginEpoch, forgetWaiting } from '../epoch/begin-epoch.ts'
import { type CompanyMark, EMPTY_MARK, type Mark } from '../epoch/mark.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'
import { noteMissing, wholeFiles } from './known-missing.ts'
import { BackupError, type Manifest, migrationsOf } from './manifest.ts'
import type { OpenPart } from './open-parts.ts'
import { batchesOf } from './pages.ts'

/** Rights that were revoked since the backup: a restore must not give them back. Null: it could not be read. */
export type Withdrawn = {
  /** Hashes of tokens. */
  sessions: string[]
  credentials: { company_id: string; personnel_id: string }[]
  admins: string[]
  /** Ids of suspended companies. */
  companies: string[]
} | null

/** What a restore took from the backup's accounts and companies, because it was withdrawn since. */
interface Revoked {
  /** Logins of staff that were closed. */
  closedLogins: number
  /** Keys of companies that were suspended. */
  suspendedCompanies: string[]
}

/** What a restore did not find, and took. */
export interface Loaded extends Revoked {
  /** Files that the rows name and that are not there. */
  lostFiles: number
}

export interface LoadInput {
  manifest: Manifest
  open: OpenPart
  withdrawn: Withdrawn
  /** The latest known state of the installation, whatever was restored before. */
  mark: Mark
  /** Whether the drive has the file of this key once the backup's are there. */
  hasFile: (key: string) => boolean
}

/**
 * Fills an empty database of the owner's, in one transaction: the tables as the backup knew them, its rows, the migrations since, and a new epoch (SERVER-5,
 * SERVER-6).
 * @throws BackupError when the rows are those of a later schema than the backup says: their new columns and tables would be lost without a word
 */
export async function loadBackup(trx: Transaction<unknown>, input: LoadInput): Promise<Loaded> {
  const { open, manifest, hasFile } = input
  await runMigrations(trx, migrationsOf(manifest))
  const rows = new Map(manifest.tables.map((table) => [table.name, table]))
  const loaded = new Set<string>()
  await asRestorer(trx, async () => {
    const ordered = await inOrderOfReferences(trx)
    // Removes the rows that the migrations inserted: the backup has them too, with people's changes.
    for (const name of [...ordered].reverse()) {
      if (rows.has(name)) await sql`delete from ${sql.table(name)}`.execute(trx)
    }
    for (const name of ordered) {
      const table = rows.get(name)
      if (!table) continue
      loaded.add(name)
      await loadTable(trx, name, open(table))
    }
  })
  await runMigrations(trx, readMigrations())
  // A table that no migration makes is not ours: the database has it for another program, and a restore never had it.
  const later = (await inOrderOfReferences(trx)).filter((name) => rows.get(name)?.rows && !loaded.has(name))
  if (later.length > 0) throw laterSchema(later.sort().join(', '))
  return asRestorer(trx, async () => {
    const lostFiles = (await wholeFiles(trx)).filter((key) => !hasFile(key)).length
    // Whoever restores is told of them. The backups that follow are made without them.
    await noteMissing(trx, { at: manifest.at, missing: lostFiles })
    return { ...(await beginEpochs(trx, input)), lostFiles }
  })
}

const laterSchema = (what: string): BackupError =>
  new BackupError(
    `Cette sauvegarde a été faite pendant une mise à jour, par un serveur de la version d'avant : elle a des données que sa liste de migrations ne connaît pas (${what}), et qui seraient perdues. Restaurez-en une autre.`,
  )

/** Runs `fn` without triggers and without row level security for the owner; both are restored afterwards. */
async function asRestorer<T>(trx: Transaction<unknown>, fn: () => Promise<T>): Promise<T> {
  const { rows: tables } = await sql<{ name: string; forced: boolean }>`
    select relname as name, relforcerowsecurity as forced from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migration'`.execute(trx)
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} disable trigger user, no force row level security`.execute(trx)
  }
  const made = await fn()
  for (const { name, forced } of tables) {
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    if (forced) await sql`alter table ${sql.table(name)} force row level security`.execute(trx)
  }
  return made
}

/** Tables, in such an order that each comes after those that it points to. */
async function inOrderOfReferences(trx: Transaction<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    select c.relname as name, coalesce(array_agg(t.relname::text) filter (where t.relname is not null), '{}') as needs
    from pg_class c
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
    left join pg_class t on t.oid = f.confrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 1`.execute(trx)
  const ordered: string[] = []
  while (ordered.length < rows.length) {
    const next = rows.find(({ name, needs }) => !ordered.includes(name) && needs.every((one) => ordered.includes(one)))
    if (!next) throw new Error('Les tables se référencent en boucle.')
    ordered.push(next.name)
  }
  return ordered
}

async function loadTable(trx: Transaction<unknown>, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const { rows: columns } = await sql<{ name: string; generated: boolean }>`
    select attname as name, attgenerated <> '' as generated from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(trx)
  const names = columns.filter(({ generated }) => !generated).map((column) => column.name)
  const known = new Set(columns.map((column) => column.name))
  const synced = names.includes('VERSION') && names.includes('seq')
  const values = names.map((column) =>
    synced && column === 'VERSION' ? sql`"VERSION" + ${sql.lit(VERSION_LEAD)}` : sql.ref(column),
  )
  const insert = (lines: string[]) =>
    sql`insert into ${sql.table(name)} (${sql.join(names.map((column) => sql.ref(column)))})
      overriding system value select ${sql.join(values)}
      from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::json)`.execute(trx)
  // readline also splits at U+2028, which JSON may hold: here only the line feed ends a row.
  let isFirst = true
  for await (const batch of batchesOf(linesOf(bytes))) {
    // Every row of a table has the same columns.
    const unknown = isFirst ? Object.keys(JSON.parse(batch[0] ?? '{}')).filter((column) => !known.has(column)) : []
    if (unknown.length > 0) throw laterSchema(`${name}.${unknown.join(', ')}`)
    isFirst = false
    await insert(batch)
  }
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8')
  // An error of the source ends the text, and is thrown below.
  pipeline(bytes, text, () => undefined)
  let rest = ''
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Begins another epoch for every company: counters above anything told, nothing sent twice, and no revoked right given back. */
async function beginEpochs(trx: Transaction<unknown>, { withdrawn, mark }: LoadInput): Promise<Revoked> {
  const { rows: companies } = await sql<{ id: string; seq: number }>`select id, seq from company`.execute(trx)
  for (const { id, seq } of companies) {
    // Every row was loaded with the VERSION of one epoch later.
    await beginEpoch(trx, { companyId: id, mark: mark.companies[id] ?? null, contained: Number(seq), raised: 1 })
  }
  await forgetWaiting(trx, null)
  await sql`update session set revoked_at = now() where revoked_at is null
    and ${withdrawn === null ? sql`true` : sql`token_hash = any(${withdrawn.sessions}::text[])`}`.execute(trx)
  if (withdrawn === null) return { closedLogins: 0, suspendedCompanies: [] }
  const closed =
    await sql`update credential c set disabled = true from jsonb_to_recordset(${JSON.stringify(withdrawn.credentials)}::jsonb)
    as w(company_id text, personnel_id text)
    where c.company_id = w.company_id and c.personnel_id = w.personnel_id and not c.disabled`.execute(trx)
  await sql`update admin_user set disabled = true where id = any(${withdrawn.admins}::text[])`.execute(trx)
  const { rows: suspended } = await sql<{ key: string }>`update company set disabled = true
    where id = any(${withdrawn.companies}::text[]) and not disabled returning key`.execute(trx)
  return {
    closedLogins: Number(closed.numAffectedRows ?? 0),
    suspendedCompanies: suspended.map(({ key }) => key).sort(),
  }
}

/** Reads what was revoked in the database that is about to be replaced; as its owner, to whom row level security does not apply. */
export async function readWithdrawn(owner: Transaction<unknown>): Promise<Withdrawn> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('public.session') is not null as known`.execute(
    owner,
  )
  if (rows[0]?.known !== true) return null
  const read = ['session', 'credential', 'personnel', 'admin_user', 'company']
  for (const name of read) {
    await sql`alter table ${sql.table(name)} no force row level security`.execute(owner)
  }
  const sessions = await sql<{ id: string }>`select token_hash as id from session where revoked_at is not null`.execute(
    owner,
  )
  // Also of people without a login any more: the record stays when somebody is removed, and knows that its address was. A login that the backup alone has was
  // never withdrawn: the replaced database may be the older one.
  const credentials = await sql<{ company_id: string; personnel_id: string }>`
    select company_id, personnel_id from credential where disabled
    union select company_id, "IDPERSONNEL" from personnel p where (deleted or ("MAIL" is null and stamps ? 'MAIL')) and not exists
      (select 1 from credential c where c.company_id = p.company_id and c.personnel_id = p."IDPERSONNEL")`.execute(
    owner,
  )
  const admins = await sql<{ id: string }>`select id from admin_user where disabled`.execute(owner)
  const companies = await sql<{ id: string }>`select id from company where disabled`.execute(owner)
  for (const name of read) {
    await sql`alter table ${sql.table(name)} force row level security`.execute(owner)
  }
  return {
    sessions: sessions.rows.map((row) => row.id),
    credentials: credentials.rows,
    admins: admins.rows.map((row) => row.id),
    companies: companies.rows.map((row) => row.id),
  }
}

/** The mark of the database that is about to be replaced; read as its owner. An empty or older database has none. */
export async function readMark(owner: Transaction<unknown>): Promise<Mark> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from information_schema.columns
    where table_schema = 'public' and table_name = 'company' and column_name = 'epoch_number') as known`.execute(owner)
  if (rows[0]?.known !== true) return EMPTY_MARK
  const force = async (word: 'force' | 'no force') => {
    for (const name of ['company', 'numbering'])
      await sql`alter table ${sql.table(name)} ${sql.raw(word)} row level security`.execute(owner)
  }
  await force('no force')
  const { rows: companies } = await sql<CompanyMark & { id: string }>`
    select c.id, c.epoch, c.epoch_number as number, c.seq, coalesce((select jsonb_object_agg(n.name, n.value)
      from numbering n where n.company_id = c.id), '{}') as numbers from company c`.execute(owner)
  await force('force')
  return {
    format: 1,
    companies: Object.fromEntries(companies.map(({ id, ...one }) => [id, { ...one, seq: Number(one.seq) }])),
  }
}
