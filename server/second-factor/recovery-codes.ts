import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { RECOVERY_CODES } from '../../schemas/second-factor.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'

/** Without characters that readers confuse: 32 signs, 5 bits each. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 10

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)])
    .join('')
    .replace(/^(.{5})/, '$1-')

const digestOf = (secrets: Secrets, account: string, code: string): string =>
  secrets.digest('recovery code', `${account}\n${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)

/** Ten new codes, shown once; the former ones end. The stored digests open nothing. */
export async function renewRecoveryCodes(tx: Tx, secrets: Secrets, account: string): Promise<string[]> {
  await removeRecoveryCodes(tx, account)
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  for (const code of codes)
    await sql`insert into recovery_code (digest, company_id, account)
      values (${digestOf(secrets, account, code)}, nullif(current_setting('app.company_id', true), ''), ${account})`.execute(
      tx,
    )
  return codes
}

/** Each one works once: of two concurrent uses, one gets true. */
export async function takeRecoveryCode(
  tx: Tx,
  secrets: Secrets,
  { account, code }: { account: string; code: string },
): Promise<boolean> {
  const { rows } = await sql`update recovery_code set used_at = now()
    where digest = ${digestOf(secrets, account, code)} and account = ${account} and used_at is null returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

export const removeRecoveryCodes = (tx: Tx, account: string) =>
  sql`delete from recovery_code where account = ${account}`.execute(tx)
