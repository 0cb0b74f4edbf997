import { type Selectable, sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import type { MessageTable } from '../plugins/database/tables.ts'
import type { Page } from '../repositories/paging.ts'

/** Rows of the outbox of messages, for the administrators who watch it. What sends them is in claim.ts. */

const COLUMNS = [
  'id',
  'company_id',
  'channel',
  'recipient',
  'payload',
  'status',
  'attempts',
  'error',
  'provider_id',
  'resource',
  'record_id',
  'created_by',
  'created_at',
  'sent_at',
] as const

export type MessageRow = Pick<Selectable<MessageTable>, (typeof COLUMNS)[number]>

interface Asked {
  /** Null: the platform's own. */
  companyId: string | null
  status?: MessageRow['status'] | undefined
  limit: number
  /** From 1. */
  page?: number | undefined
}

/** One page of the messages of a company, or of the platform, the newest first; and how many there are. */
export async function messagePage(tx: Tx, { companyId, status, limit, page = 1 }: Asked): Promise<Page<MessageRow>> {
  const all = tx.selectFrom('message').where('company_id', companyId === null ? 'is' : '=', companyId)
  const wanted = status ? all.where('status', '=', status) : all
  const data = await wanted
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await wanted.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  return { data, total: Number(total) }
}

/** The messages themselves, codes included, for the demonstration alone; the newest first. */
export const writtenMessages = (tx: Tx, { companyId, limit }: Pick<Asked, 'companyId' | 'limit'>) =>
  tx
    .selectFrom('message')
    .select(['id', 'channel', 'recipient', 'payload', 'status', 'created_at', 'sent_at'])
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** @param lock for an update */
export const readMessage = (tx: Tx, id: string, lock = false): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('message')
    .select(COLUMNS)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** Whose message it is; undefined for an unknown one. Needs a transaction of `delivery`. */
export const companyOfMessage = (tx: Tx, id: string): Promise<{ company_id: string | null } | undefined> =>
  tx.selectFrom('message').select('company_id').where('id', '=', id).executeTakeFirst()

/** How many messages of one company and channel are in each state. */
export interface QueueRow {
  company_id: string | null
  channel: string
  queued: number
  sending: number
  failed: number
  unknown: number
  /** When the oldest queued one was made. */
  oldest: string | null
}

/** The queues of all companies. Needs a transaction of `delivery`. */
export async function queueRows(tx: Tx): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select company_id, channel, count(*) filter (where status = 'queued')::int as queued,
      count(*) filter (where status = 'sending')::int as sending,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'unknown')::int as unknown,
      min(created_at) filter (where status in ('queued', 'sending')) as oldest
    from message group by company_id, channel order by company_id nulls first, channel`.execute(tx)
  return rows
}

/** Messages of all companies that did not arrive, or perhaps not; the newest first. Needs a transaction of `delivery`. */
export const deadLetters = (tx: Tx, limit: number): Promise<MessageRow[]> =>
  tx
    .selectFrom('message')
    .select(COLUMNS)
    .where('status', 'in', ['failed', 'unknown'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/**
 * A message that lost its words: a code or a link is deleted with the last try, every text after a year. Those about an appointment are written anew as
 * long as they name it.
 */
const WORDLESS = sql<boolean>`(payload -> 'rdv' is null and (payload -> 'secret' is not distinct from 'true'::jsonb or payload - 'client' = '{}'))`

const AGAIN = { status: 'queued', error: null, due_at: sql<Date>`now()` } as const
/** Older failures are not sent again together: what they said was for those days. */
const AGAIN_DAYS = 7

/**
 * Queues one message again, due now; not one that lost its words. The tries keep their number: a late outcome of an earlier try does not change this one.
 * @returns whether it is
 */
export async function requeue(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('message')
    .set(AGAIN)
    .where('id', '=', id)
    .where(sql<boolean>`not ${WORDLESS}`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** How many messages failed and lost their words: no try would say anything. */
export async function wordlessFailures(tx: Tx): Promise<number> {
  const failed = tx.selectFrom('message').where('status', '=', 'failed').where(WORDLESS)
  const { total } = await failed.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * Queues again, as `requeue`, all messages of a company that failed in the last days, of one channel or of all. Not one whose outcome nobody knows: it could arrive
 * twice.
 * @param companyId null: those of the platform
 * @returns how many
 */
export async function requeueFailed(
  tx: Tx,
  { companyId, channel }: { companyId: string | null; channel?: MessageRow['channel'] },
): Promise<number> {
  let failed = tx
    .updateTable('message')
    .set(AGAIN)
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .where('status', '=', 'failed')
    .where(sql<boolean>`created_at > now() - make_interval(days => ${AGAIN_DAYS})`)
    .where(sql<boolean>`not ${WORDLESS}`)
  if (channel !== undefined) failed = failed.where('channel', '=', channel)
  return Number((await failed.executeTakeFirstOrThrow()).numUpdatedRows)
}
