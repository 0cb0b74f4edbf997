import { sql } from 'kysely'
import { notFound } from '../../schemas/errors.ts'
import { isByCustomer, type JournalEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { quoteFileName, readQuotePdf, renderQuotePdf } from '../documents/render-devis-pdf.ts'
import { keyOfFile } from '../files/bytes/stored-bytes.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { type Files, MissingFile } from '../ports/files/files.ts'
import { readRow, readRows } from '../repositories/rows.ts'
import { isErased } from '../writes/erased.ts'
import type { Person } from './erasures.ts'
import { entriesOfOthers } from './former-clients.ts'
import { findClient } from './found.ts'
import { messagesTo } from './staff-messages.ts'
import { SPEAKING } from './tables.ts'
import type { ZipEntry } from './zip.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

interface File {
  key: string
  name: string
}

type QuotePdf = Awaited<ReturnType<typeof readQuotePdf>>

export interface Export {
  name: string
  /** Records by resource and rows by table, as the database holds them. */
  data: { personne: Person; date: string; fiches: Record<string, Values[]>; tables: Record<string, Values[]> }
  files: File[]
  /** Quotes that were given to them, as PDF. */
  quotes: QuotePdf[]
}

/** Everything that the company knows about a customer, or a member of its staff. @throws AppError NOT_FOUND */
export const readExport = (db: Pick<Database, 'inTenant'>, person: Person): Promise<Export> =>
  db.inTenant(person.companyId, (tx) => (person.kind === 'client' ? ofClient(tx, person) : ofPersonnel(tx, person)))

async function ofClient(tx: Tx, person: Person): Promise<Export> {
  const row = await readRow(tx, { resource: 'client', id: person.id })
  if (!row || isErased(row)) throw notFound()
  const found = await findClient(tx, person.id)
  const fiches: Record<string, Values[]> = {}
  for (const [resource, ids] of found.records) {
    const rows = await readRows(tx, { resource, ids })
    fiches[resource] = rows.map(({ record, deleted }) => (deleted ? { ...record, supprime: true } : record))
  }
  const others = await entriesOfOthers(tx, { ids: found.ids, projets: found.records.get('projet') ?? [] })
  for (const projet of fiches.projet ?? [])
    projet.JOURNAL = (projet.JOURNAL as JournalEntry[]).filter((entry) => !others.has(entry.id) || !isByCustomer(entry))
  const tables: Record<string, Values[]> = {}
  for (const { table, where, shows, as } of SPEAKING) {
    const columns = shows.map((column) => (as?.[column] ? sql`${as[column]} as ${sql.ref(column)}` : sql.ref(column)))
    const { rows } = await sql<Values>`select ${sql.join(columns)} from ${sql.table(table)}
      where ${MINE} and ${where(found)}`.execute(tx)
    tables[table] = rows
  }
  const quotes: QuotePdf[] = []
  for (const quote of fiches.devis ?? []) {
    if (quote.DATE_TRANSMISSION && quote.supprime !== true) quotes.push(await readQuotePdf(tx, { record: quote }))
  }
  const data = { personne: person, date: new Date().toISOString(), fiches, tables }
  return { name: found.name, data, files: await filesOf(tx, fiches.fichier ?? []), quotes }
}

async function filesOf(tx: Tx, fichiers: readonly Values[]): Promise<File[]> {
  const files: File[] = []
  for (const { IDFICHIER, NOM } of fichiers) {
    const key = await keyOfFile(tx, String(IDFICHIER)).catch(() => null)
    // The identifier comes first: two files may have one name, and no name leads out of the folder.
    if (key !== null) files.push({ key, name: `fichiers/${IDFICHIER} ${String(NOM).replace(/[\\/:*?"<>|]/g, '_')}` })
  }
  return files
}

/** Besides their record: account, sessions, devices, their acts in the trail, messages to them; of customers' records only their ids. */
async function ofPersonnel(tx: Tx, person: Person): Promise<Export> {
  const row = await readRow(tx, { resource: 'personnel', id: person.id })
  if (!row || isErased(row)) throw notFound()
  const account = `personnel:${person.id}`
  const select = async (table: string, columns: readonly string[], where: ReturnType<typeof sql>): Promise<Values[]> =>
    (
      await sql<Values>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where ${MINE} and ${where}`.execute(tx)
    ).rows
  const tables: Record<string, Values[]> = {
    credential: await select('credential', ['mail', 'disabled'], sql`personnel_id = ${person.id}`),
    session: await select(
      'session',
      ['created_at', 'last_seen_at', 'expires_at', 'device_id', 'agent', 'address'],
      sql`kind = 'personnel' and account_id = ${person.id}`,
    ),
    personnel_photo: (
      await sql<Values>`select type, encode(bytes, 'base64') as bytes, created_at from personnel_photo
        where ${MINE} and personnel_id = ${person.id}`.execute(tx)
    ).rows,
    device: await select(
      'device',
      ['agent', 'version', 'reported_at', 'synced_at', 'pending', 'refused', 'files'],
      sql`personnel_id = ${person.id}`,
    ),
    audit: await select(
      'audit',
      ['at', 'actor', 'action', 'target', 'ip', 'details'],
      sql`(actor = ${account} or target = ${account})`,
    ),
    message: await select(
      'message',
      ['channel', 'recipient', 'payload', 'status', 'created_at'],
      // A link to choose a password stands in its mail until it is sent.
      sql`${(await messagesTo(tx, { id: person.id, mail: row.record.MAIL as string | null })).where}
        and not (payload @> '{"secret": true}' and status in ('queued', 'sending'))`,
    ),
    mutation: await select('mutation', ['resource', 'record_id', 'created_at'], sql`account = ${account}`),
  }
  const { NOM_COMPLET, NOM } = row.record
  const data = {
    personne: person,
    date: new Date().toISOString(),
    fiches: { personnel: [row.record], ...(await pointingAt(tx, person.id)) },
    tables,
  }
  return { name: String(NOM_COMPLET ?? NOM), data, files: [], quotes: [] }
}

/** Identifiers of the records that name them, read from the declarations: a new field that points to the staff is found by its `ref`. */
async function pointingAt(tx: Tx, id: string): Promise<Record<string, Values[]>> {
  const found: Record<string, Values[]> = {}
  for (const resource of SYNCED as readonly SyncedResource[]) {
    const { table, key, fields } = entityOf(resource)
    const names = Object.entries(fields).filter(([, field]) => field.ref === 'personnel')
    if (names.length === 0) continue
    const where = names.map(([name, { column }]) =>
      column === 'text[]' ? sql`${id} = any(${sql.ref(name)})` : sql`${sql.ref(name)} = ${id}`,
    )
    const { rows } = await sql<Values>`select ${sql.ref(key)} from ${sql.table(table)}
      where ${MINE} and not deleted and (${sql.join(where, sql` or `)})`.execute(tx)
    if (rows.length > 0) found[resource] = rows
  }
  return found
}

const READ_ME = (name: string): string => `Données de ${name}

donnees.json contient tout ce que l'entreprise sait de cette personne : « fiches » par sorte de fiche, « tables » pour le reste
(messages, connexions, consultations, preuves de signature…). Les montants sont en centimes, les dates en UTC sauf les heures de rendez-vous.
devis/ contient les devis remis, en PDF.
fichiers/ contient les photos et documents, sous l'identifiant que donnees.json donne (IDFICHIER).
`

/** The parts of the archive, one file at a time. A file whose bytes are missing is named, and does not hold back the rest. */
export async function* exportEntries(
  { name, data, files, quotes }: Export,
  store: Pick<Files, 'get'>,
): AsyncGenerator<ZipEntry> {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  yield { name: 'LISEZMOI.txt', bytes: encode(READ_ME(name)) }
  yield { name: 'donnees.json', bytes: encode(JSON.stringify(data, null, 1)) }
  for (const quote of quotes) yield { name: `devis/${quoteFileName(quote)}`, bytes: await renderQuotePdf(quote) }
  for (const file of files) {
    const bytes = await store.get(file.key).catch((error: unknown) => {
      if (error instanceof MissingFile) return null
      throw error
    })
    yield bytes === null
      ? { name: `${file.name} (manquant).txt`, bytes: encode('Ce fichier n’est plus dans le stockage.\n') }
      : { name: file.name, bytes }
  }
}
