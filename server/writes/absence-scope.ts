import { sql } from 'kysely'
import { mayChangeAbsence, type Viewers } from '../../schemas/access.ts'
import { unauthorized } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { ScopeContext, WriteContext } from './write-types.ts'

const peopleOf = (record: Values): string[] => record.IDPERSONNELS as string[]

/** What the database does not say yet of a person. */
interface Moved {
  id: string
  agence: string | null
}

/** Who sees an absence: its people, and the directors of their agency; of people of several agencies, all directors. */
async function absenceViewers(tx: Tx, people: readonly string[], moved: Moved | null = null): Promise<Viewers> {
  const { rows } = await sql<Moved>`select "IDPERSONNEL" as id, "IDAGENCE" as agence from personnel
    where company_id = current_setting('app.company_id') and "IDPERSONNEL" = any(${[...people]}::text[])`.execute(tx)
  const agencies = new Set(rows.map((row) => (row.id === moved?.id ? moved.agence : row.agence)))
  const [agence = null] = agencies
  return { agence: agencies.size === 1 ? agence : null, personnes: [...new Set(people)].sort() }
}

/** Gives the absences of a write their viewers (SERVER-4). */
export async function setAbsenceViewers(ctx: ScopeContext): Promise<void> {
  for (const { resource, row } of ctx.changes.all()) {
    // A tombstone keeps its viewers: their edits made without knowing of the deletion restore it (MERGE-4).
    if (resource === 'absence' && !row.deleted) row.viewers = await absenceViewers(ctx.tx, peopleOf(row.record))
  }
}

/** Gives the absences of people whose agency changes in this write the directors of the new one. */
export async function followPeople(ctx: ScopeContext): Promise<void> {
  for (const { resource, row, before, fields } of ctx.changes.all()) {
    if (resource !== 'personnel' || before === null || !fields.has('IDAGENCE')) continue
    const moved = { id: row.id, agence: row.record.IDAGENCE as string | null }
    const { rows } = await sql<{ id: string; people: string[] }>`select id, "IDPERSONNELS" as people from absence
      where company_id = current_setting('app.company_id') and not deleted
        and "IDPERSONNELS" @> array[${row.id}]::text[]`.execute(ctx.tx)
    for (const { id, people } of rows) {
      ctx.changes.touch({ resource: 'absence', id, viewers: await absenceViewers(ctx.tx, people, moved) })
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
