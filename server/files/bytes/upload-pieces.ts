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

/** Bytes that have arrived: where the next piece begins. */
export async function bytesReceived(tx: Tx, upload: UploadOf): Promise<number> {
  const { rows } = await sql<{ received: number | string }>`select coalesce(max(start + size), 0)::bigint as received
    from stored_bytes where ${piecesOf(upload)}`.execute(tx)
  return Number(rows[0]?.received)
}

/**
 * Keeps one piece. @returns false when it had arrived before: its bytes are not needed
 * @throws AppError CONFLICT with `details.received` when the piece does not begin where the last one ended
 */
export async function addPiece(tx: Tx, upload: UploadOf, piece: PutBytes & { offset: number }): Promise<boolean> {
  // One upload at a time by id: two senders of the same piece must not both be accepted as the next.
  await sql`select pg_advisory_xact_lock(hashtext(${`upload ${upload.account} ${upload.fichierId}`}))`.execute(tx)
  const received = await bytesReceived(tx, upload)
  if (piece.offset + piece.size <= received) return false
  if (piece.offset !== received) {
    throw new AppError('CONFLICT', "Ce morceau ne suit pas ce qui est arrivé : reprenez à l'octet indiqué.", {
      details: { received },
    })
  }
  if (piece.offset + piece.size > MAX_FILE_SIZE) throw tooLarge()
  await sql`insert into stored_bytes (company_id, key, fichier_id, size, account, start)
    values (current_setting('app.company_id'), ${piece.key}, ${upload.fichierId}, ${piece.size}, ${upload.account},
      ${piece.offset})`.execute(tx)
  return true
}

export const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `Le fichier est trop volumineux : ${MAX_FILE_SIZE / 1024 / 1024} Mo au plus.`)

/** Keys of the pieces, in order. */
async function pieceKeys(tx: Tx, upload: UploadOf): Promise<string[]> {
  const { rows } = await sql<{
    key: string
  }>`select key from stored_bytes where ${piecesOf(upload)} order by start`.execute(tx)
  return rows.map((row) => row.key)
}

/**
 * The bytes that have arrived, joined; null when none has. Pieces without bytes are deleted, so that the upload begins again: a restored database has pieces
 * of uploads that were complete and whose bytes were removed (HEAL-5).
 */
export async function readPieces({ db, files, companyId }: PieceStore, upload: UploadOf): Promise<Buffer | null> {
  const keys = await db.inTenant(companyId, (tx) => pieceKeys(tx, upload))
  if (keys.length === 0) return null
  try {
    const pieces: Uint8Array[] = []
    for (const key of keys) pieces.push(await files.get(key))
    return Buffer.concat(pieces)
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
  }
  for (const key of await db.inTenant(companyId, (tx) => forgetPieces(tx, upload))) await files.remove(key)
  return null
}

/** Deletes the rows of a completed upload; the caller removes the bytes after the commit. */
export async function forgetPieces(tx: Tx, upload: UploadOf): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`delete from stored_bytes where ${piecesOf(upload)} returning key`.execute(
    tx,
  )
  return rows.map((row) => row.key)
}
