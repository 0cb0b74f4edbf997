import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** Devices of one account that receive pushes; a new one replaces the oldest. */
const DEVICES = 20

const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

interface Subscription {
  companyId: string
  account: string
  /** The session that made it: it ends with it. */
  tokenHash: string
  endpoint: string
  p256dh: string
  auth: string
}

/** Subscribes a browser. One that changes hands belongs to its new account. */
export async function subscribe(tx: Tx, { companyId, account, tokenHash, ...browser }: Subscription): Promise<void> {
  const row = { account, token_hash: tokenHash, ...browser, created_at: new Date() }
  await tx
    .insertInto('push_subscription')
    .values({ company_id: companyId, id: idOf(browser.endpoint), ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'id']).doUpdateSet(row))
    .execute()
  await sql`delete from push_subscription where account = ${account} and id in (
    select id from push_subscription where account = ${account}
    order by created_at desc, id offset ${DEVICES})`.execute(tx)
}

/** Nothing happens when the browser is another account's, or none. */
export async function unsubscribe(
  tx: Tx,
  { account, endpoint }: Pick<Subscription, 'account' | 'endpoint'>,
): Promise<void> {
  await tx.deleteFrom('push_subscription').where('id', '=', idOf(endpoint)).where('account', '=', account).execute()
}
