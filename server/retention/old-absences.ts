import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { emptyAbsences } from '../privacy/erase-absences.ts'
import { createChanges } from '../writes/changes.ts'
import { cutoff } from './period.ts'

/** Absences that ended long ago are emptied, and devices delete them at an ordinary pull; deleted ones are emptied a period after their deletion. */
export async function oldAbsences(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const before = cutoff('absences', now)
  // As ends are written: the company's clock or Greenwich's makes no difference after a year.
  const ended = before.slice(0, 'yyyy-MM-dd HH:mm'.length).replace('T', ' ')
  // It does not wait for a row that somebody writes now: tomorrow's run checks it again.
  const { rows } = await sql<{ id: string }>`select id from absence
    where company_id = current_setting('app.company_id') and "DEBUT" <> ''
      and ("DERNIERE_FIN" < ${ended} or (deleted and updated_at < ${before}::timestamptz))
    order by id limit ${sql.lit(limit)} for update skip locked`.execute(tx)
  const changes = createChanges()
  await emptyAbsences(tx, changes, { ids: rows.map(({ id }) => id), why: 'conservation' })
  await changes.flush(tx)
  return rows.length
}
