import { sql } from 'kysely'
import { entityOf } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { neutralRecord } from '../privacy/neutral.ts'
import { readRows } from '../repositories/rows.ts'
import { createChanges, TOMBSTONE } from '../writes/changes.ts'
import { erasedStamps } from '../writes/erased.ts'
import { nextVersion } from '../writes/write-types.ts'
import { cutoff } from './period.ts'

/** Requests of customers whose period is over are emptied, and devices delete them at an ordinary pull; the tombstone stays, as all do. */
export async function oldRequests(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  // It does not wait for a row that somebody writes now: tomorrow's run checks it again.
  const { rows: old } = await sql<{ id: string }>`select id from demande
    where company_id = current_setting('app.company_id') and not deleted and "DATE_DEMANDE" < ${cutoff('demandes', now)}
    order by id limit ${sql.lit(limit)} for update skip locked`.execute(tx)
  const entity = entityOf('demande')
  const changes = createChanges()
  for (const row of await readRows(tx, { resource: 'demande', ids: old.map(({ id }) => id), lock: 'update' })) {
    const record = row.record
    row.record = neutralRecord(entity, record)
    row.version = nextVersion(row.version, null)
    row.deleted = true
    row.stamps = erasedStamps('conservation')
    changes.update({ resource: 'demande', row, before: record, fields: [TOMBSTONE, ...Object.keys(entity.fields)] })
  }
  await changes.flush(tx)
  return changes.all().length
}
