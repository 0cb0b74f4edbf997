import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import type { Picture } from './pictures.ts'

/** Where the photos of records of one kind are: a row for each record that has one. */
interface PhotoPlace {
  table: 'personnel_photo' | 'article_photo'
  /** Column with the record's id. */
  owner: string
  /** The record, whose PHOTO says which picture it shows. */
  record: { table: string; key: string }
  /** The value of PHOTO for a picture. */
  path: (id: string, sha256: string) => string
}

type Shown = Pick<Picture, 'type' | 'bytes'>

export interface ShownPhotos {
  /** Stores a photo in place of the one before. @returns the new value of PHOTO in the record */
  keep: (tx: Tx, id: string, picture: Picture) => Promise<string>
  drop: (tx: Tx, id: string) => Promise<unknown>
  /** The photo that the record shows now; none for another hash. */
  find: (tx: Tx, photo: { id: string; sha256: string }) => Promise<Shown | undefined>
}

const MINE = sql`f.company_id = current_setting('app.company_id')`

/** The photos of one kind of record, in the transaction's company. */
export function shownPhotos({ table, owner, record, path }: PhotoPlace): ShownPhotos {
  const photos = sql.table(table)
  const ownerIs = (id: string) => sql`f.${sql.ref(owner)} = ${id}`
  return {
    async keep(tx, id, { sha256, type, bytes }) {
      await sql`insert into ${photos} (company_id, ${sql.ref(owner)}, sha256, type, bytes)
        values (current_setting('app.company_id'), ${id}, ${sha256}, ${type}, ${Buffer.from(bytes)})
        on conflict (company_id, ${sql.ref(owner)}) do update set sha256 = excluded.sha256, type = excluded.type,
          bytes = excluded.bytes, created_at = now()`.execute(tx)
      return path(id, sha256)
    },
    drop: (tx, id) => sql`delete from ${photos} f where ${MINE} and ${ownerIs(id)}`.execute(tx),
    async find(tx, { id, sha256 }) {
      const { rows } = await sql<Shown>`select f.type, f.bytes from ${photos} f
        join ${sql.table(record.table)} r on r.company_id = f.company_id and r.${sql.ref(record.key)} = ${id}
        where ${MINE} and ${ownerIs(id)} and f.sha256 = ${sha256}
          and not r.deleted and r."PHOTO" = ${path(id, sha256)}`.execute(tx)
      return rows[0]
    },
  }
}
