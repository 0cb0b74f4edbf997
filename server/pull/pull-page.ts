import { sql } from 'kysely'
import { encodeCheckpoint, PAGE_SIZE } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import { goneJson, pulledJson } from '../repositories/record-json.ts'
import type { StaffActor } from '../writes/write-types.ts'
import { scopeDigest, startFrom } from './checkpoint.ts'

export interface PullQuery {
  resource: SyncedResource
  /** '' begins a first sync. */
  since: string
  limit?: number | undefined
}

/**
 * One page of changes as JSON text `{ data, checkpoint, complete }` (PULL-1…3). Seq order is commit order (MASTER-1): the checkpoint of
 * a full page is its last row; that of the last page is the company's seq as it was before the rows were read, so that nothing
 * between the two is skipped. Throws 410 GONE.
 */
export async function pullPage(tx: Tx, actor: StaffActor, query: PullQuery): Promise<string> {
  const { resource } = query
  const scope = scopeDigest(actor.staff)
  const present = await companyAt(tx)
  const from = startFrom(query.since, { ...present, scope })
  const limit = Math.min(Math.max(query.limit ?? PAGE_SIZE, 1), PAGE_SIZE)
  const shown = sql`(not deleted and ${visible(actor.staff, resource)})`
  // One row more than the page tells whether there is more.
  const { rows } = await sql<{ seq: number; json: string }>`
    select seq, case when ${shown} then ${pulledJson(resource)} else ${goneJson(resource)} end as json
    from ${sql.table(entityOf(resource).table)}
    where company_id = current_setting('app.company_id') and seq > ${from.seq}
      and (seq > ${from.start} or ${shown})
    order by seq limit ${limit + 1}`.execute(tx)
  const complete = rows.length <= limit
  if (!complete) rows.pop()
  const last = Number(rows.at(-1)?.seq ?? 0)
  const checkpoint = encodeCheckpoint({ ...from, seq: complete ? Math.max(present.seq, last) : last })
  const data = rows.map((row) => row.json).join(',')
  return `{"data":[${data}],"checkpoint":${JSON.stringify(checkpoint)},"complete":${complete}}`
}

/** The database's history and the company's last seq. */
export async function companyAt(tx: Tx): Promise<{ epoch: string; seq: number }> {
  const { rows } = await sql<{ epoch: string; seq: number }>`select epoch, seq from company
    where id = current_setting('app.company_id')`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('no company in this transaction')
  return { epoch: row.epoch, seq: Number(row.seq) }
}
