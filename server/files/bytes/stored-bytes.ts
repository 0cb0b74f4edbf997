import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../../schemas/errors.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { type Files, fileKey } from '../../ports/files/files.ts'
import { cutoff } from '../../retention/period.ts'
import { isUnknown } from '../commands/once.ts'

/** Bytes that are in the store and that no row names yet. */
export interface PutBytes {
  key: string
  size: number
  sha256: string
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes bytes to the store, then runs the transaction that names them: they are on disk when it commits. When it fails the bytes are removed, unless it may
 * have been committed: then they stay, and the sweep decides.
 */
export async function storeBytes<T>(
  { files, companyId, bytes }: { files: Files; companyId: string; bytes: Uint8Array },
  name: (put: PutBytes) => Promise<T>,
): Promise<T> {
  const sha256 = sha256Of(bytes)
  const key = fileKey(companyId, sha256)
  await files.put(key, bytes)
  try {
    return await name({ key, size: bytes.length, sha256 })
  } catch (error) {
    if (!isUnknown(error)) await files.remove(key)
    throw error
  }
}

/** Size of the company's files, with the pieces of unfinished uploads and without deleted files. */
export async function bytesUsed(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    used: number | string
  }>`select coalesce(sum(size), 0)::bigint as used from stored_bytes b
    where b.company_id = current_setting('app.company_id') and not exists (select 1 from fichier f
      where f.company_id = b.company_id and f."IDFICHIER" = b.fichier_id and f.deleted and b.start is null)`.execute(tx)
  return Number(rows[0]?.used)
}

/** @throws AppError STORAGE_FULL when the company has no room left: no refusal of the file, which its device keeps and sends again (FILE-13) */
export async function assertRoom(tx: Tx, size: number, quota: number): Promise<void> {
  if ((await bytesUsed(tx)) + size <= quota) return
  throw new AppError('STORAGE_FULL', "L'espace de stockage de l'entreprise est plein.")
}

/** The bytes of a file. @throws AppError NOT_FOUND when the row has none (never for a row that the drive made) */
export async function keyOfFile(tx: Tx, fichierId: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select key from stored_bytes
    where company_id = current_setting('app.company_id') and fichier_id = ${fichierId} and start is null`.execute(tx)
  if (!rows[0]) throw new AppError('NOT_FOUND', 'Enregistrement introuvable.')
  return rows[0].key
}

/** Whether a deleted file can come back whole: its bytes are there, and it was deleted too recently for a sweep to be removing them now. */
export async function keepsBytes(tx: Tx, fichierId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from stored_bytes b join fichier f
    on f.company_id = b.company_id and f."IDFICHIER" = b.fichier_id
    where b.company_id = current_setting('app.company_id') and b.fichier_id = ${fichierId} and b.start is null
      and f.updated_at >= ${cutoff('fichiers', now)}::timestamptz`.execute(tx)
  return rows.length > 0
}
