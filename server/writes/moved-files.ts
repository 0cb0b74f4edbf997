import { sql } from 'kysely'
import { isPlanned } from '../../schemas/rules/late-sends.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRows } from '../repositories/rows.ts'
import { deletedWithProject } from './bury.ts'
import { type Staged, TOMBSTONE } from './changes.ts'
import { isErased } from './erased.ts'
import { undelete } from './revive.ts'
import { nextVersion, type ScopeContext } from './write-types.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

/**
 * A file is of the project of its record (FILE-14): it goes along when works, or an appointment with its reports, move to another project. Tombstones too,
 * because somebody may restore them. Call it when the moves are staged, before the viewers are computed; the projects' rows are locked by then.
 */
export async function moveFiles({ tx, changes }: ScopeContext): Promise<void> {
  for (const moved of changes.all()) {
    const projet = newProject(moved)
    if (projet === null) continue
    const ids = await filesElsewhere(tx, moved, projet)
    for (const stored of await readRows(tx, { resource: 'fichier', ids, lock: 'update' })) {
      const row = changes.get('fichier', stored.id)?.row ?? stored
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
      changes.update({ resource: 'fichier', row, before, fields })
    }
  }
}

/** The project that a record was moved to; null where none was. The files of an appointment that has no project any more stay where they are: each has one. */
function newProject({ resource, row, before, fields }: Staged): string | null {
  if (!isPlanned(resource) || before === null || !fields.has('IDPROJET')) return null
  const projet = row.record.IDPROJET
  return typeof projet === 'string' && projet !== '' ? projet : null
}

/** Files of this record that are another project's, and of an appointment those of its reports too. */
async function filesElsewhere(tx: Tx, { resource, row }: Staged, projet: string): Promise<string[]> {
  const ofReports = sql`"RESSOURCE" = 'soumission' and "IDENREGISTREMENT" in
    (select "IDSOUMISSION" from soumission where ${MINE} and "IDPROJET" is null and "IDRDV" = ${row.id})`
  const { rows } = await sql<{ id: string }>`select "IDFICHIER" as id from fichier
    where ${MINE} and "IDPROJET" <> ${projet}
      and (("RESSOURCE" = ${resource} and "IDENREGISTREMENT" = ${row.id})
        or ${resource === 'rdv' ? ofReports : sql`false`})`.execute(tx)
  return rows.map(({ id }) => id)
}
