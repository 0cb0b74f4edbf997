import { createPrivateKey } from 'node:crypto'
import { sql } from 'kysely'
import { validationError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { PaymentAccount } from '../ports/payments/payments.ts'
import type { Secrets } from '../secrets.ts'

/** The company's account, its secrets unsealed; null when it has none. */
export async function readAccount(tx: Tx, secrets: Secrets): Promise<PaymentAccount | null> {
  const row = await tx
    .selectFrom('payment_account')
    .select(['app_id', 'app_secret', 'private_key'])
    .where(sql<boolean>`company_id = current_setting('app.company_id')`)
    .executeTakeFirst()
  if (!row) return null
  return {
    appId: row.app_id,
    appSecret: secrets.unseal(row.app_secret),
    privateKey: secrets.unseal(row.private_key),
  }
}

/** Sets or replaces the company's account. @throws AppError VALIDATION_ERROR for a key that is none */
export async function writeAccount(tx: Tx, secrets: Secrets, account: PaymentAccount): Promise<void> {
  assertKey(account.privateKey)
  const values = {
    app_id: account.appId,
    app_secret: secrets.seal(account.appSecret),
    private_key: secrets.seal(account.privateKey),
    updated_at: new Date().toISOString(),
  }
  await tx
    .insertInto('payment_account')
    .values({ company_id: sql<string>`current_setting('app.company_id')`, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

/** What may be told of a company's account; undefined when it has none. */
export const accountState = (tx: Tx, companyId: string): Promise<{ app_id: string; updated_at: string } | undefined> =>
  tx
    .selectFrom('payment_account')
    .select(['app_id', 'updated_at'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()

export async function removeAccount(tx: Tx, companyId: string): Promise<void> {
  await tx.deleteFrom('payment_account').where('company_id', '=', companyId).execute()
}

function assertKey(privateKey: string): void {
  const refused = validationError({ private_key: ['Donnez une clé privée RSA au format PEM.'] })
  try {
    if (createPrivateKey(privateKey).asymmetricKeyType !== 'rsa') throw refused
  } catch {
    throw refused
  }
}
