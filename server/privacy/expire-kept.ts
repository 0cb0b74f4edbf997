import { sql } from 'kysely'
import { today } from '../../schemas/dates.ts'
import { entityOf, isSynced, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRows } from '../repositories/rows.ts'
import { createChanges } from '../writes/changes.ts'
import { erasedStamps, isKeptUnderLaw } from '../writes/erased.ts'
import { nextVersion } from '../writes/write-types.ts'
import { neutralRecord } from './neutral.ts'

/** Emptied once the law allows it. Signed quotes and files stay in the chain of evidence, which is never cut. */
const LET_GO: readonly SyncedResource[] = ['client', 'adresse', 'projet', 'intervention', 'paiement']

/** Empties what an erasure had kept and the law does not require any more. @returns how many erasures were completed by it */
export async function expireKept(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { rows } = await sql<{ id: string; kept: Record<string, string[]> }>`select id, kept from erasure
    where company_id = current_setting('app.company_id') and keep_until < ${today('UTC', now)}::date
      and kept_erased_at is null order by id limit ${sql.lit(Math.min(limit, 20))} for update skip locked`.execute(tx)
  for (const { id, kept } of rows) {
    await sql`select set_config('app.erasing', 'on', true)`.execute(tx)
    const changes = createChanges()
    for (const [resource, ids] of Object.entries(kept)) {
      if (!isSynced(resource) || !LET_GO.includes(resource)) continue
      const entity = entityOf(resource)
      for (const row of await readRows(tx, { resource, ids, lock: 'update' })) {
        if (!isKeptUnderLaw(row)) continue
        const before = row.record
        row.record = neutralRecord(entity, before)
        row.stamps = erasedStamps('effacement')
        row.version = nextVersion(row.version, null)
        changes.update({ resource, row, before, fields: Object.keys(entity.fields) })
      }
    }
    await changes.flush(tx)
    await sql`update erasure set kept_erased_at = ${now.toISOString()}
      where company_id = current_setting('app.company_id') and id = ${id}`.execute(tx)
  }
  return rows.length
}
