import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { isPlanned, plannedPeople } from '../../schemas/rules/late-sends.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { StoredRow } from '../repositories/rows.ts'

/** A row as a write leaves it, and its record before. */
interface Written {
  resource: SyncedResource
  row: Pick<StoredRow, 'id' | 'record' | 'deleted'>
  before: Values | null
}

/** Notes who is no longer planned once these rows are written. Every write of a synced record passes here (Changes.flush). */
export async function noteTakenOff(tx: Tx, staged: Iterable<Written>): Promise<void> {
  for (const { resource, row, before } of staged) {
    if (!isPlanned(resource) || before === null) continue
    const are = row.deleted ? [] : plannedPeople(resource, row.record)
    const gone = plannedPeople(resource, before).filter((person) => !are.includes(person))
    if (gone.length === 0) continue
    await sql`insert into taken_off (company_id, resource, record_id, personnel_id, projet_id)
      select current_setting('app.company_id'), ${resource}, ${row.id}, person, ${(before.IDPROJET ?? null) as string | null}
      from unnest(${gone}::text[]) as person
      on conflict (company_id, resource, record_id, personnel_id)
      do update set at = excluded.at, projet_id = excluded.projet_id`.execute(tx)
  }
}
