import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { decodeCheckpoint, PAGE_SIZE } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import { goneJson, pulledJson } from '../repositories/record-json.ts'
import { isOwn } from '../repositories/rows.ts'
import type { StaffActor } from '../writes/write-types.ts'
import { AheadOfDatabase, encodeSealed, type Seal, scopeDigest, sealOf, startFrom } from './checkpoint.ts'

export interface PullQuery {
  resource: SyncedResource
  /** '' begins a first sync. */
  since: string
  limit?: number | undefined
  seal: Seal
}

interface PageRow {
  epoch: string
  now: number
  json: string | null
  last: number | null
  found: number
}

/**
 * One page of changes as JSON text `{ data, checkpoint, complete }` (PULL-1…3). Seq order is commit order (SERVER-1): the checkpoint of
 * a full page is its last row; that of the last page is the company's seq, read in the same snapshot as the rows, so that nothing
 * between the two is skipped. Throws 410 GONE.
 */
export async function pullPage(tx: Tx, actor: StaffActor, query: PullQuery): Promise<string> {
  const { resource, since, seal } = query
  const asked = decodeCheckpoint(since)
  const limit = Math.min(Math.max(query.limit ?? PAGE_SIZE, 1), PAGE_SIZE)
  const shown = sql`(not deleted and ${visible(actor.staff, resource)})`
  // A row for one person never changes hands: nobody else needs to learn that it is not theirs.
  const reachable = isOwn(resource) ? visible(actor.staff, resource) : sql`true`
  // PostgreSQL joins the page: one text is cheaper to transfer than a thousand rows.
  const { rows } = await sql<PageRow>`
    with head as (select epoch, seq from company where id = current_setting('app.company_id'))
    select head.epoch, head.seq as now, page.* from head, lateral (
      select string_agg(json, ',' order by seq) as json, max(seq) as last, count(*)::integer as found from (
        select seq, case when ${shown} then ${pulledJson(resource)} else ${goneJson(resource)} end as json
        from ${sql.table(entityOf(resource).table)}
        where company_id = current_setting('app.company_id') and seq > ${asked?.seq ?? 0}
          and ${reachable} and (${shown} or seq > ${asked ? sql`${asked.start}::bigint` : sql`head.seq`})
        order by seq limit ${limit}
      ) as changed
    ) as page`.execute(tx)
  const [page] = rows
  if (!page) throw new Error('no company in this transaction')
  const now = Number(page.now)
  const from = startFrom(since, { epoch: page.epoch, seq: now, scope: scopeDigest(actor.staff) }, seal)
  const complete = page.found < limit
  const seq = complete ? Math.max(now, Number(page.last ?? 0)) : Number(page.last)
  const checkpoint = JSON.stringify(encodeSealed({ ...from, seq }, seal))
  return `{"data":[${page.json ?? ''}],"checkpoint":${checkpoint},"complete":${complete}}`
}

/**
 * One page for a device, as `pullPage`. When a checkpoint proves that the database was restored, a new epoch begins (SERVER-7) before the device is answered
 * 410: the device then follows the new epoch.
 */
export async function pull(
  { db, secrets, epochs }: Pick<FastifyInstance, 'db' | 'secrets' | 'epochs'>,
  actor: StaffActor,
  query: Omit<PullQuery, 'seal'>,
): Promise<string> {
  const { companyId } = actor
  const seal = sealOf(secrets, companyId)
  try {
    return await db.inTenant(companyId, (tx) => pullPage(tx, actor, { ...query, seal }))
  } catch (error) {
    if (error instanceof AheadOfDatabase) await epochs.proved(companyId, error.checkpoint)
    throw error
  }
}
