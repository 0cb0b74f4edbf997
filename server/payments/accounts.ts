import { createPrivateKey } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { validationError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { PaymentAccount } from '../ports/payments/payments.ts'
import type { Secrets } from '../secrets.ts'
import { supersedeLinks } from './open-requests.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

/** The company's account, its secrets unsealed; null when it has none. */
export const readAccount = (tx: Tx, secrets: Secrets): Promise<PaymentAccount | null> =>
  accountIn(tx, secrets, sql`payment_account where ${MINE}`)

/** The company's account of this application: the present one or a former one, by whose links something may still be paid. */
export const readAccountOf = (tx: Tx, secrets: Secrets, appId: string): Promise<PaymentAccount | null> =>
  accountIn(
    tx,
    secrets,
    sql`(select app_id, app_secret, private_key from payment_account where ${MINE} and app_id = ${appId}
      union all select app_id, app_secret, private_key from former_payment_account where ${MINE} and app_id = ${appId}) as accounts`,
  )

interface SealedAccount {
  app_id: string
  app_secret: string
  private_key: string
}

async function accountIn(tx: Tx, secrets: Secrets, from: RawBuilder<unknown>): Promise<PaymentAccount | null> {
  const { rows } = await sql<SealedAccount>`select app_id, app_secret, private_key from ${from} limit 1`.execute(tx)
  return rows[0] ? unsealed(secrets, rows[0]) : null
}

const unsealed = (secrets: Secrets, { app_id, app_secret, private_key }: SealedAccount): PaymentAccount => ({
  appId: app_id,
  appSecret: secrets.unseal(app_secret),
  privateKey: secrets.unseal(private_key),
})

/** All accounts by whose links the company may be paid: the present one first, then the former ones, the last one first. */
export async function readAccounts(tx: Tx, secrets: Secrets): Promise<PaymentAccount[]> {
  const { rows } = await sql<SealedAccount>`
    select app_id, app_secret, private_key, null::timestamptz as ended_at from payment_account where ${MINE}
    union all select app_id, app_secret, private_key, ended_at from former_payment_account where ${MINE}
    order by ended_at desc nulls first, app_id`.execute(tx)
  return rows.map((row) => unsealed(secrets, row))
}

/** Whether this application is the present account's, until the transaction ends: a change of the account waits for it. */
export async function isPresent(tx: Tx, appId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from payment_account where ${MINE} and app_id = ${appId} for share`.execute(tx)
  return rows.length > 0
}

/** Sets or replaces the company's account. Another application ends the former one's. @throws AppError VALIDATION_ERROR for a key that is none */
export async function writeAccount(tx: Tx, secrets: Secrets, account: PaymentAccount): Promise<void> {
  assertKey(account.privateKey)
  const values = {
    app_id: account.appId,
    app_secret: secrets.seal(account.appSecret),
    private_key: secrets.seal(account.privateKey),
    updated_at: new Date().toISOString(),
  }
  await endAccount(tx, account.appId)
  await sql`delete from former_payment_account where ${MINE} and app_id = ${account.appId}`.execute(tx)
  await tx
    .insertInto('payment_account')
    .values({ company_id: sql<string>`current_setting('app.company_id')`, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

/** Ends the present account unless it is of the application `but`: it is kept for what is paid by its links, and nobody is shown these any more. */
async function endAccount(tx: Tx, but: string | null): Promise<void> {
  const present = sql`payment_account where ${MINE} and app_id is distinct from ${but}`
  // A link that is being made is shown by then, or will not be (`isPresent`).
  const { rows } = await sql`select 1 from ${present} for update`.execute(tx)
  if (rows.length === 0) return
  await sql`insert into former_payment_account (company_id, app_id, app_secret, private_key)
    select company_id, app_id, app_secret, private_key from ${present}
    on conflict (company_id, app_id) do update
      set app_secret = excluded.app_secret, private_key = excluded.private_key, ended_at = excluded.ended_at`.execute(
    tx,
  )
  await sql`delete from ${present}`.execute(tx)
  await supersedeLinks(tx)
}

/** What may be told of a company's account; undefined when it has none. */
export const accountState = (tx: Tx, companyId: string): Promise<{ app_id: string; updated_at: string } | undefined> =>
  tx
    .selectFrom('payment_account')
    .select(['app_id', 'updated_at'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()

/** Takes the present account away. */
export const removeAccount = (tx: Tx): Promise<void> => endAccount(tx, null)

function assertKey(privateKey: string): void {
  const refused = validationError({ private_key: ['Donnez une clé privée RSA au format PEM.'] })
  try {
    if (createPrivateKey(privateKey).asymmetricKeyType !== 'rsa') throw refused
  } catch {
    throw refused
  }
}
