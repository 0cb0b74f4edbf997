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

/** Queues a message again, due now. The tries keep their number: a late outcome of an earlier try does not change this one. */
export async function requeue(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('message')
    .set({ status: 'queued', error: null, due_at: new Date(0) })
    .where('id', '=', id)
    .execute()
}
