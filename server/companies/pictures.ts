import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { validationError } from '../../schemas/errors.ts'
import { assertDrawable, LARGEST_SIDE } from '../documents/drawable.ts'
import { fileTypeOf } from '../files/bytes/file-type.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Pictures on a company's pages and documents. */
export const PICTURES = { logo: 'LOGO', background: 'BACKGROUND' } as const
export type PictureKind = keyof typeof PICTURES

export interface Picture {
  sha256: string
  type: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
}

/** Bytes of one picture. */
export const MAX_PICTURE = 1024 * 1024
/** Of a whole picture: a screen of 4K. To unpack more would hold up others (64 MB for 4000 pixels square). */
const MOST_PIXELS = 3840 * 2160

/**
 * Checks that a document can show an uploaded picture.
 * @throws AppError VALIDATION_ERROR, under `file`
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const type = fileTypeOf(bytes)
  if (type !== 'image/png' && type !== 'image/jpeg') throw wrong('Seules les images PNG et JPEG sont acceptées.')
  if (bytes.length > MAX_PICTURE) throw wrong("L'image est trop lourde : 1 Mo au plus.")
  try {
    await assertDrawable(bytes, MOST_PIXELS)
  } catch {
    throw wrong(
      `Cette image n'est pas lisible (PNG ou JPEG simple, ${LARGEST_SIDE} pixels de côté et 8 millions de pixels au plus).`,
    )
  }
  return { sha256: createHash('sha256').update(bytes).digest('hex'), type, bytes }
}

const wrong = (message: string) => validationError({ file: [message] })

/** Where browsers read it: the address changes with the picture, so that caches may keep it for ever. */
export const pictureAddress = (companyId: string, sha256: string): string =>
  `/api/company/${companyId}/pictures/${sha256}`

/** Stores a picture and makes the company show it; the former one is deleted when nothing else shows it. @returns its address */
export async function hangPicture(tx: Tx, companyId: string, kind: PictureKind, picture: Picture): Promise<string> {
  const { sha256, type, bytes } = picture
  const address = pictureAddress(companyId, sha256)
  await tx
    .insertInto('company_picture')
    .values({ company_id: companyId, sha256, type, bytes: Buffer.from(bytes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`update company set ${sql.ref(PICTURES[kind])} = ${address} where id = ${companyId}`.execute(tx)
  await sql`delete from company_picture p using company c where c.id = p.company_id and p.company_id = ${companyId}
    and not exists (select from unnest(array[c."LOGO", c."BACKGROUND"]) as shown
      where shown = '/api/company/' || p.company_id || '/pictures/' || p.sha256)`.execute(tx)
  return address
}

/** A picture of the transaction's company. */
export async function findPicture(tx: Tx, sha256: string): Promise<Omit<Picture, 'sha256'> | undefined> {
  return tx.selectFrom('company_picture').select(['type', 'bytes']).where('sha256', '=', sha256).executeTakeFirst()
}

/** The logo of the transaction's company, for its documents; null when it has none, or when it is on another server. */
export async function logoOf(tx: Tx): Promise<Uint8Array | null> {
  const { rows } = await sql<{ bytes: Uint8Array }>`select p.bytes from company c join company_picture p
    on p.company_id = c.id and c."LOGO" = '/api/company/' || c.id || '/pictures/' || p.sha256
    where c.id = current_setting('app.company_id')`.execute(tx)
  return rows[0]?.bytes ?? null
}
