import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CSV_START, csvRow } from '../../schemas/csv.ts'
import type { Database } from '../plugins/database/database.ts'
import type { ExportedTable } from './tables.ts'

const MINE = sql`company_id = current_setting('app.company_id')`
/** Rows of one statement. Each page is a transaction of its own: a slow download holds no connection. */
const PAGE = 500

type Row = Record<string, unknown>
type Db = Pick<Database, 'inTenant'>

async function* rowsOf(
  db: Db,
  companyId: string,
  { table, key, columns, records }: ExportedTable,
): AsyncGenerator<Row> {
  const company = table === 'company' ? sql`id = current_setting('app.company_id')` : MINE
  const alive = records ? sql`and not deleted` : sql``
  const names = sql.join([...new Set([key, ...columns])].map((name) => sql.ref(name)))
  for (let last: unknown = null; ; ) {
    const after = last === null ? sql`` : sql`and ${sql.ref(key)} > ${last}`
    const { rows } = await db.inTenant(companyId, (tx) =>
      sql<Row>`select ${names} from ${sql.table(table)} where ${company} ${alive} ${after}
        order by ${sql.ref(key)} limit ${sql.lit(PAGE)}`.execute(tx),
    )
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)?.[key]
  }
}

/** Lists and structured values as JSON: a cell holds one text. */
const cellOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? value instanceof Date
      ? value.toISOString()
      : JSON.stringify(value)
    : value

/** What the manifest says of a file of the archive. */
export interface Told {
  chemin: string
  octets: number
  sha256: string
  /** Rows of a CSV, without its head. */
  lignes?: number
}

/** Passes bytes on, and says at their end what went by. */
export async function* measured(
  chemin: string,
  { parts, lignes, tell }: { parts: AsyncIterable<Uint8Array>; lignes?: () => number; tell: (told: Told) => void },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let octets = 0
  for await (const part of parts) {
    hash.update(part)
    octets += part.length
    yield part
  }
  tell({ chemin, octets, sha256: hash.digest('hex'), ...(lignes ? { lignes: lignes() } : {}) })
}

const SHARE = 64 * 1024

/** A table as CSV, in parts. `more` adds columns that are computed of a row. */
export async function* csvOf(
  db: Db,
  {
    companyId,
    table,
    more = {},
    onRow,
  }: {
    companyId: string
    table: ExportedTable
    more?: Record<string, (row: Row) => unknown>
    onRow: () => void
  },
): AsyncGenerator<Uint8Array> {
  let text = CSV_START + csvRow([...table.columns, ...Object.keys(more)])
  for await (const row of rowsOf(db, companyId, table)) {
    onRow()
    text += csvRow([...table.columns.map((name) => cellOf(row[name])), ...Object.values(more).map((of) => of(row))])
    if (text.length < SHARE) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** A file of the company, and where its bytes are. */
export interface ExportedFile {
  chemin: string
  /** In the store; or the bytes themselves, where the database holds them. */
  key?: string
  bytes?: () => Promise<Uint8Array | null>
}

const plain = (name: unknown): string =>
  String(name)
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .slice(0, 120)

/** The identifier comes first: two files may have one name, and no name leads out of the folder. */
export const pathOfFile = (row: Row): string => `fichiers/${String(row.IDFICHIER)} ${plain(row.NOM)}`

/** Files of the drive, pictures of the company, photos of the staff and of the price list: paths and keys only, the bytes follow one file at a time. */
export async function filesOf(db: Db, companyId: string): Promise<ExportedFile[]> {
  return db.inTenant(companyId, async (tx) => {
    const { rows } = await sql<Row>`select f."IDFICHIER", f."NOM", b.key from fichier f
      left join stored_bytes b on b.company_id = f.company_id and b.fichier_id = f."IDFICHIER" and b.start is null
      where f.company_id = current_setting('app.company_id') and not f.deleted order by f."IDFICHIER"`.execute(tx)
    const kept = async (
      table: 'company_picture' | 'personnel_photo' | 'article_photo',
      key: string,
      folder: string,
    ) => {
      const { rows: found } = await sql<{ id: string; type: string }>`select ${sql.ref(key)} as id, type
        from ${sql.table(table)} where ${MINE} order by 1`.execute(tx)
      return found.map(({ id, type }) => ({
        chemin: `${folder}/${plain(id)}.${plain(type.split('/')[1]?.replace('svg+xml', 'svg') ?? 'bin')}`,
        bytes: () =>
          db.inTenant(companyId, async (own) => {
            const { rows: one } = await sql<{ bytes: string }>`select encode(bytes, 'base64') as bytes
              from ${sql.table(table)} where ${MINE} and ${sql.ref(key)} = ${id}`.execute(own)
            return one[0] ? Buffer.from(one[0].bytes, 'base64') : null
          }),
      }))
    }
    return [
      ...rows.map((row) => ({ chemin: pathOfFile(row), ...(row.key === null ? {} : { key: String(row.key) }) })),
      ...(await kept('company_picture', 'sha256', 'images')),
      ...(await kept('personnel_photo', 'personnel_id', 'photos')),
      ...(await kept('article_photo', 'article_id', 'articles')),
    ]
  })
}
