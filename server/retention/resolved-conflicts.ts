import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { readRows } from '../repositories/rows.ts'
import { createChanges, TOMBSTONE } from '../writes/changes.ts'
import { erasedStamps } from '../writes/erased.ts'
import { nextVersion } from '../writes/write-types.ts'
import { cutoff } from './period.ts'

/**
 * A resolved conflict has no reader any more: its lost and kept values are deleted, and devices delete it at an ordinary pull. The tombstone stays, as all
 * do, because no date says that every device has read it.
 */
export async function resolvedConflicts(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { rows: old } = await sql<{ id: string }>`select id from conflit
    where company_id = current_setting('app.company_id') and "RESOLU" = 1 and not deleted
      and updated_at < ${cutoff('conflits', now)}::timestamptz
    order by id limit ${sql.lit(limit)}`.execute(tx)
  const changes = createChanges()
  const rows = await readRows(tx, { resource: 'conflit', ids: old.map(({ id }) => id), lock: 'update' })
  for (const row of rows) {
    if (row.deleted || row.record.RESOLU !== 1) continue
    const before = row.record
    row.record = { ...before, PERDU: {}, GARDE: {} }
    row.version = nextVersion(row.version, null)
    row.deleted = true
    row.stamps = erasedStamps('conservation')
    changes.update({ resource: 'conflit', row, before, fields: ['PERDU', 'GARDE', TOMBSTONE] })
  }
  await changes.flush(tx)
  return changes.all().length
}
