import { sql } from 'kysely'
import { entityOf } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRows } from '../repositories/rows.ts'
import { type Changes, TOMBSTONE } from '../writes/changes.ts'
import { type ErasedBecause, erasedStamps } from '../writes/erased.ts'
import { nextVersion } from '../writes/write-types.ts'
import { neutralRecord } from './neutral.ts'

/** Stages these absences, and what conflicts kept of them, as tombstones without content. */
export async function emptyAbsences(
  tx: Tx,
  changes: Changes,
  { ids, why }: { ids: readonly string[]; why: ErasedBecause },
): Promise<void> {
  const entity = entityOf('absence')
  for (const row of await readRows(tx, { resource: 'absence', ids, lock: 'update' })) {
    const before = row.record
    // No kind is nobody's: the neutral value is a kind that says nothing.
    row.record = { ...neutralRecord(entity, before), GENRE: 'autre' }
    row.version = nextVersion(row.version, null)
    row.deleted = true
    row.stamps = erasedStamps(why)
    row.viewers = { agence: row.viewers.agence, personnes: [] }
    changes.update({ resource: 'absence', row, before, fields: [TOMBSTONE, ...Object.keys(entity.fields)] })
  }
  const conflit = entityOf('conflit')
  const { rows } = await sql<{ id: string }>`select id from conflit where company_id = current_setting('app.company_id')
    and "RESSOURCE" = 'absence' and "IDENREGISTREMENT" = any(${[...ids]}::text[])`.execute(tx)
  for (const row of await readRows(tx, { resource: 'conflit', ids: rows.map(({ id }) => id), lock: 'update' })) {
    const before = row.record
    row.record = neutralRecord(conflit, before)
    row.version = nextVersion(row.version, null)
    row.deleted = true
    row.stamps = erasedStamps(why)
    changes.update({ resource: 'conflit', row, before, fields: [TOMBSTONE, ...Object.keys(conflit.fields)] })
  }
}

/** An erased person's absences are emptied, deleted ones too; what they shared with others goes on without them. */
export async function eraseAbsencesOf(tx: Tx, changes: Changes, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; alone: boolean }>`select id, cardinality("IDPERSONNELS") = 1 as alone
    from absence where company_id = current_setting('app.company_id') and "IDPERSONNELS" @> array[${id}]::text[]
    order by id`.execute(tx)
  const own = rows.filter(({ alone }) => alone).map((row) => row.id)
  await emptyAbsences(tx, changes, { ids: own, why: 'effacement' })
  const shared = rows.filter(({ alone }) => !alone).map((row) => row.id)
  for (const row of await readRows(tx, { resource: 'absence', ids: shared, lock: 'update' })) {
    const before = row.record
    const others = (people: readonly string[]): string[] => people.filter((person) => person !== id)
    row.record = { ...before, IDPERSONNELS: others(before.IDPERSONNELS as string[]) }
    row.version = nextVersion(row.version, null)
    row.viewers = { ...row.viewers, personnes: others(row.viewers.personnes) }
    changes.update({ resource: 'absence', row, before, fields: ['IDPERSONNELS'] })
  }
}
