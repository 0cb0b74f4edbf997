import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** The copy of a photo in a project has always this id: copied again, it is there once. */
export const copyId = (project: string, photo: string): string =>
  createHash('sha256').update(`${project}\n${photo}`).digest('hex').slice(0, 32)

/** Ids that the copies of the photos of some requests have, in the projects that were made of them. @param which condition on `demande` */
export async function copiesOf(tx: Tx, which: RawBuilder<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ project: string; photos: string[] | null }>`
    select "IDPROJET_SUITE" as project, "PHOTOS" as photos from demande
    where company_id = current_setting('app.company_id') and "IDPROJET_SUITE" is not null and ${which}`.execute(tx)
  return new Set(rows.flatMap(({ project, photos }) => (photos ?? []).map((photo) => copyId(project, photo))))
}

/** Ids that copies have in these projects: photos that the office put there, not the customer. */
export const copiesIn = (tx: Tx, projects: readonly string[]): Promise<Set<string>> =>
  copiesOf(tx, sql`"IDPROJET_SUITE" = any(${[...projects]}::text[])`)
