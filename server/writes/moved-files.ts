import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import { isPlanned } from '../../schemas/rules/late-sends.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow, readRows } from '../repositories/rows.ts'
import { deletedWithProject } from './bury.ts'
import { type Staged, TOMBSTONE } from './changes.ts'
import { isErased } from './erased.ts'
import { reaches } from './leaver.ts'
import { isFromDevice, undelete } from './revive.ts'
import { nextVersion, type ScopeContext, type WriteContext } from './write-types.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

/**
 * A file is of the project of its record (FILE-14): it goes along when works, or an appointment with its reports, move to another project. Tombstones too,
 * because somebody may restore them. Call it when the moves are staged, before the viewers are computed; the projects' rows are locked by then.
 */
export async function moveFiles({ tx, changes }: ScopeContext): Promise<void> {
  for (const moved of changes.all()) {
    const projet = newProject(moved)
    if (projet === null) continue
    const move = async (resource: 'soumission' | 'fichier', ids: string[]): Promise<void> => {
      for (const stored of await readRows(tx, { resource, ids, lock: 'update' })) {
        const row = changes.get(resource, stored.id)?.row ?? stored
        if (isErased(row)) continue
        const before = { ...row.record }
        const fields = ['IDPROJET']
        // The move also restored their record, which had been deleted with its former project (MERGE-7).
        if (moved.fields.has(TOMBSTONE) && row.deleted && deletedWithProject(row)) {
          undelete(row)
          fields.push(TOMBSTONE)
        }
        row.record = { ...row.record, IDPROJET: projet }
        row.version = nextVersion(row.version, null)
        changes.update({ resource, row, before, fields })
      }
    }
    // Before their files, which the database gives to no other project than their record's.
    if (moved.resource === 'rdv') await move('soumission', await reportsElsewhere(tx, moved.row.id, projet))
    await move('fichier', await filesElsewhere(tx, moved, projet))
  }
}

/** The project that a record was moved to; null where none was. The files of an appointment that has no project any more stay where they are: each has one. */
function newProject({ resource, row, before, fields }: Staged): string | null {
  if (!isPlanned(resource) || before === null || !fields.has('IDPROJET')) return null
  const projet = row.record.IDPROJET
  return typeof projet === 'string' && projet !== '' ? projet : null
}

/** Reports of this appointment that name another project. One that names none is of the appointment's. */
async function reportsElsewhere(tx: Tx, rdv: string, projet: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select "IDSOUMISSION" as id from soumission
    where ${MINE} and "IDRDV" = ${rdv} and "IDPROJET" <> ${projet}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Files of this record that are another project's, and of an appointment those of its reports too. */
async function filesElsewhere(tx: Tx, { resource, row }: Staged, projet: string): Promise<string[]> {
  const ofReports = sql`"RESSOURCE" = 'soumission' and "IDENREGISTREMENT" in
    (select "IDSOUMISSION" from soumission where ${MINE} and "IDRDV" = ${row.id})`
  const { rows } = await sql<{ id: string }>`select "IDFICHIER" as id from fichier
    where ${MINE} and "IDPROJET" <> ${projet}
      and (("RESSOURCE" = ${resource} and "IDENREGISTREMENT" = ${row.id})
        or ${resource === 'rdv' ? ofReports : sql`false`})`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * A report of an appointment belongs to its project. A device may not know yet that its appointment has moved: what it sends is of the present project, for
 * whoever sees the appointment.
 * @returns the body of the new record, with the present project
 */
export async function withPresentProject({ tx, mutation, actor }: WriteContext, body: Values): Promise<Values> {
  const { IDRDV, IDPROJET } = body
  if (mutation.resource !== 'soumission' || !isFromDevice(mutation)) return body
  if (typeof IDRDV !== 'string' || typeof IDPROJET !== 'string') return body
  const rdv = await readRow(tx, { resource: 'rdv', id: IDRDV })
  if (!rdv || rdv.record.IDPROJET === IDPROJET || !(await reaches(tx, actor, { resource: 'rdv', ...rdv }))) return body
  return { ...body, IDPROJET: rdv.record.IDPROJET ?? null }
}
