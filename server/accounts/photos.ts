import { sql } from 'kysely'
import { validationError } from '../../schemas/errors.ts'
import { photoPath } from '../../schemas/rules/staff-photo.ts'
import { type Picture, readPicture } from '../companies/pictures.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Bytes of one photo: a face of some hundred pixels. The table says the same. */
export const MAX_PHOTO = 200 * 1024

/**
 * Checks that an uploaded photo can be shown.
 * @throws AppError VALIDATION_ERROR, under `file`
 */
export async function readPhoto(bytes: Buffer): Promise<Picture> {
  if (bytes.length > MAX_PHOTO) throw validationError({ file: ['La photo est trop lourde : 200 ko au plus.'] })
  return readPicture(bytes)
}

/** Stores a person's photo in place of the one before. @returns the new value of PHOTO in their record */
export async function keepPhoto(tx: Tx, personnelId: string, { sha256, type, bytes }: Picture): Promise<string> {
  await sql`insert into personnel_photo (company_id, personnel_id, sha256, type, bytes)
    values (current_setting('app.company_id'), ${personnelId}, ${sha256}, ${type}, ${Buffer.from(bytes)})
    on conflict (company_id, personnel_id) do update set sha256 = excluded.sha256, type = excluded.type,
      bytes = excluded.bytes, created_at = now()`.execute(tx)
  return photoPath(personnelId, sha256)
}

export const dropPhoto = (tx: Tx, personnelId: string): Promise<unknown> =>
  tx.deleteFrom('personnel_photo').where('personnel_id', '=', personnelId).execute()

/** The photo that a person's record shows now; none for another hash. */
export async function findPhoto(
  tx: Tx,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Pick<Picture, 'type' | 'bytes'> | undefined> {
  const { rows } = await sql<Pick<Picture, 'type' | 'bytes'>>`select f.type, f.bytes from personnel_photo f
    join personnel p on p.company_id = f.company_id and p."IDPERSONNEL" = f.personnel_id
    where f.company_id = current_setting('app.company_id') and f.personnel_id = ${id} and f.sha256 = ${sha256}
      and not p.deleted and p."PHOTO" = ${photoPath(id, sha256)}`.execute(tx)
  return rows[0]
}
