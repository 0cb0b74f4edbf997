import { sql } from 'kysely'
import { articlePhotoPath } from '../../schemas/rules/article-photo.ts'
import type { Picture } from '../companies/pictures.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Stores an article's photo in place of the one before. @returns the new value of PHOTO in its record */
export async function keepArticlePhoto(tx: Tx, id: string, { sha256, type, bytes }: Picture): Promise<string> {
  await sql`insert into article_photo (company_id, article_id, sha256, type, bytes)
    values (current_setting('app.company_id'), ${id}, ${sha256}, ${type}, ${Buffer.from(bytes)})
    on conflict (company_id, article_id) do update set sha256 = excluded.sha256, type = excluded.type,
      bytes = excluded.bytes, created_at = now()`.execute(tx)
  return articlePhotoPath(id, sha256)
}

export const dropArticlePhoto = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('article_photo').where('article_id', '=', id).execute()

/** The photo that the article shows now; none for another hash. */
export async function findArticlePhoto(
  tx: Tx,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Pick<Picture, 'type' | 'bytes'> | undefined> {
  const { rows } = await sql<Pick<Picture, 'type' | 'bytes'>>`select f.type, f.bytes from article_photo f
    join article a on a.company_id = f.company_id and a.id = f.article_id
    where f.company_id = current_setting('app.company_id') and f.article_id = ${id} and f.sha256 = ${sha256}
      and not a.deleted and a."PHOTO" = ${articlePhotoPath(id, sha256)}`.execute(tx)
  return rows[0]
}
