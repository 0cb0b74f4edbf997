import { sql } from 'kysely'
import { MAX_FILE_SIZE } from '../../../schemas/entities/fichier.ts'
import { AppError } from '../../../schemas/errors.ts'
import type { Database, Tx } from '../../plugins/database/database.ts'
import { type Files, MissingFile } from '../../ports/files/files.ts'
import type { PutBytes } from './stored-bytes.ts'

/**
 * Resumable upload: pieces of a file arrive in order under the id that it will have, by account; then `POST /drive/upload` without `file` joins them into the
 * file. A piece that is sent twice changes nothing.
 */
export interface UploadOf {
  account: string
  fichierId: string
}

interface PieceStore {
  db: Pick<Database, 'inTenant'>
  files: Files
  companyId: string
}

const piecesOf = ({ account, fichierId }: UploadOf) =>
  sql`company_id = current_setting('app.company_id') and account = ${account} and fichier_id = ${fichierId}`

/** The pieces up to the first gap: those behind it are of no use, whatever removed what was there. */
const joined = (upload: UploadOf) => sql`(
  select key, start, size from (
    select key, start, size, bool_and(start = before) over (order by start) as joins from (
      select key, start, size, sum(size) over (order by start) - size as before
      from stored_bytes where ${piecesOf(upload)}
    ) as placed
  ) as checked where joins
) as joined`

/** Bytes that have arrived, without a gap: where the next piece begins. */
export async function bytesReceived(tx: Tx, upload: UploadOf): Promise<number> {
  const { rows } = await sql<{ received: number | string }>`select coalesce(sum(size), 0)::bigint as received
    from ${joined(upload)}`.execute(tx)
  return Number(rows[0]?.received)
}

/**
 * Condition for the pieces of uploads that nobody has continued since then. An upload goes whole: without one of its pieces the others are no file.
 * @param before ISO instant
 */
export const abandonedSince = (before: string) => sql`stored_bytes.start is not null and not exists (
  select 1 from stored_bytes as newer where newer.company_id = stored_bytes.company_id and newer.account = stored_bytes.account
    and newer.fichier_id = stored_bytes.fichier_id and newer.start is not null and newer.created_at >= ${before}::timestamptz)`

/** Bytes that the unfinished uploads of one account may hold besides the one that goes on: a device sends one file at a time. */
const MOST_BESIDE = 7 * MAX_FILE_SIZE

/**
 * Pieces count in the company's storage, belong to no record, and nobody sees them: so what one account has under way is bounded. The uploads that it continued
 * longest ago go, whole; a device asks how much has arrived before it goes on with one, and begins it again (FILE-4). @returns keys of their bytes
 */
async function dropEldest(tx: Tx, { account, fichierId }: UploadOf): Promise<string[]> {
  const own = sql`company_id = current_setting('app.company_id') and account = ${account} and start is not null`
  const { rows } = await sql<{ key: string }>`delete from stored_bytes where ${own} and fichier_id in (
    select fichier_id from (
      select fichier_id, sum(sum(size)) over (order by max(created_at) desc, fichier_id) as held
      from stored_bytes where ${own} and fichier_id <> ${fichierId} group by fichier_id
    ) as others where held > ${MOST_BESIDE}::bigint
  ) returning key`.execute(tx)
  return rows.map(({ key }) => key)
}

/**
 * Keeps one piece. @returns keys of bytes that are not needed: the piece's own when it had arrived before, those of pieces behind a gap that it begins to
 * fill, which may begin elsewhere than the ones that will follow, and those of uploads that go (`dropEldest`)
 * @throws AppError CONFLICT with `details.received` when the piece does not begin where the last one ended
 */
export async function addPiece(tx: Tx, upload: UploadOf, piece: PutBytes & { offset: number }): Promise<string[]> {
  // One upload at a time by id: two senders of the same piece must not both be accepted as the next.
  await sql`select pg_advisory_xact_lock(hashtext(${`upload ${upload.account} ${upload.fichierId}`}))`.execute(tx)
  const received = await bytesReceived(tx, upload)
  if (piece.offset + piece.size <= received) return [piece.key]
  if (piece.offset !== received) {
    throw new AppError('CONFLICT', "Ce morceau ne suit pas ce qui est arrivé : reprenez à l'octet indiqué.", {
      details: { received },
    })
  }
  if (piece.offset + piece.size > MAX_FILE_SIZE) throw tooLarge()
  const { rows: behind } = await sql<{ key: string }>`delete from stored_bytes
    where ${piecesOf(upload)} and start >= ${received} returning key`.execute(tx)
  await sql`insert into stored_bytes (company_id, key, fichier_id, size, account, start)
    values (current_setting('app.company_id'), ${piece.key}, ${upload.fichierId}, ${piece.size}, ${upload.account},
      ${piece.offset})`.execute(tx)
  return [...behind.map(({ key }) => key), ...(await dropEldest(tx, upload))]
}

export const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `Le fichier est trop volumineux : ${MAX_FILE_SIZE / 1024 / 1024} Mo au plus.`)

/** Keys of the pieces up to the first gap, in order. */
async function pieceKeys(tx: Tx, upload: UploadOf): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from ${joined(upload)} order by start`.execute(tx)
  return rows.map((row) => row.key)
}

/**
 * The bytes that have arrived, joined; null when none has. Pieces without bytes are deleted, so that the upload begins again: a restored database has pieces
 * of uploads that were complete and whose bytes were removed (HEAL-5).
 */
export async function readPieces(store: PieceStore, upload: UploadOf): Promise<Buffer | null> {
  const { db, files, companyId } = store
  const keys = await db.inTenant(companyId, (tx) => pieceKeys(tx, upload))
  if (keys.length === 0) return null
  try {
    const pieces: Uint8Array[] = []
    for (const key of keys) pieces.push(await files.get(key))
    return Buffer.concat(pieces)
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
  }
  await dropPieces(store, upload)
  return null
}

/** Removes the pieces and their bytes: the upload begins again. */
export async function dropPieces({ db, files, companyId }: PieceStore, upload: UploadOf): Promise<void> {
  for (const key of await db.inTenant(companyId, (tx) => forgetPieces(tx, upload))) await files.remove(key)
}

/** Deletes the rows of a completed upload; the caller removes the bytes after the commit. */
export async function forgetPieces(tx: Tx, upload: UploadOf): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`delete from stored_bytes where ${piecesOf(upload)} returning key`.execute(
    tx,
  )
  return rows.map((row) => row.key)
}
