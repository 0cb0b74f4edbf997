import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { readRows } from '../repositories/rows.ts'
import { createChanges, TOMBSTONE } from '../writes/changes.ts'
import { erasedStamps } from '../writes/erased.ts'
import { nextVersion } from '../writes/write-types.ts'
import { cutoff } from './period.ts'

/** Old notices leave the devices at an ordinary pull, read or not. The tombstone stays, as all do, without what it said. */
export async function oldNotices(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { rows: old } = await sql<{ id: string }>`select id from notification
    where company_id = current_setting('app.company_id') and not deleted
      and updated_at < ${cutoff('notifications', now)}::timestamptz
    order by id limit ${sql.lit(limit)}`.execute(tx)
  const changes = createChanges()
  const rows = await readRows(tx, { resource: 'notification', ids: old.map(({ id }) => id), lock: 'update' })
  for (const row of rows) {
    if (row.deleted) continue
    const before = row.record
    row.record = { ...before, DETAIL: null }
    row.version = nextVersion(row.version, null)
    row.deleted = true
    row.stamps = erasedStamps('conservation')
    changes.update({ resource: 'notification', row, before, fields: ['DETAIL', TOMBSTONE] })
  }
  await changes.flush(tx)
  return changes.all().length
}
