import { sql } from 'kysely'
import { mayChangeAbsence, type Viewers } from '../../schemas/access.ts'
import { unauthorized } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { absenceViewers, type Posted } from '../../schemas/rules/absence-viewers.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { ScopeContext, WriteContext } from './write-types.ts'

const peopleOf = (record: Values): string[] => record.IDPERSONNELS as string[]

/** A member of the staff as a write leaves them, which the database does not say yet. */
interface Moved extends Posted {
  id: string
}

async function viewersOf(tx: Tx, ids: readonly string[], moved: Moved | null = null): Promise<Viewers> {
  const { rows } = await sql<Moved>`select "IDPERSONNEL" as id, "IDAGENCE", "AGENCES", "TOUTES_AGENCES" from personnel
    where company_id = current_setting('app.company_id') and "IDPERSONNEL" = any(${[...ids]}::text[])`.execute(tx)
  return absenceViewers(
    ids,
    rows.map((row) => (row.id === moved?.id ? moved : row)),
  )
}

const POSTED = ['IDAGENCE', 'AGENCES', 'TOUTES_AGENCES'] as const satisfies (keyof Posted)[]

/** Gives the absences of a write their viewers (SERVER-4). */
export async function setAbsenceViewers(ctx: ScopeContext): Promise<void> {
  for (const { resource, row } of ctx.changes.all()) {
    // A tombstone keeps its viewers: their edits made without knowing of the deletion restore it (MERGE-4).
    if (resource === 'absence' && !row.deleted) row.viewers = await viewersOf(ctx.tx, peopleOf(row.record))
  }
}

/** Gives the absences of people whose agencies change in this write the directors of the new ones. */
export async function followPeople(ctx: ScopeContext): Promise<void> {
  for (const { resource, row, before, fields } of ctx.changes.all()) {
    if (resource !== 'personnel' || before === null || !POSTED.some((name) => fields.has(name))) continue
    const moved: Moved = { ...(row.record as unknown as Posted), id: row.id }
    const { rows } = await sql<{ id: string; people: string[] }>`select id, "IDPERSONNELS" as people from absence
      where company_id = current_setting('app.company_id') and not deleted
        and "IDPERSONNELS" @> array[${row.id}]::text[]`.execute(ctx.tx)
    for (const { id, people } of rows) {
      ctx.changes.touch({ resource: 'absence', id, viewers: await viewersOf(ctx.tx, people, moved) })
    }
  }
}

/**
 * Throws 403 for a write of an absence that is not its author's to make (`mayChangeAbsence`), as it was or as it becomes. Call it when the viewers are known,
 * for changes and deletions alike.
 */
export function assertAbsences({ actor, changes }: WriteContext): void {
  for (const { resource, row, before } of changes.all()) {
    if (resource !== 'absence') continue
    const states = [row.record, ...(before === null ? [] : [before])]
    if (states.some((record) => !mayChangeAbsence(actor.staff, peopleOf(record), row.viewers))) throw unauthorized()
  }
}
