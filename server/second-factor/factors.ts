import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { FactorMethod, Factors } from '../../schemas/second-factor.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'
import type { Holder } from './holder.ts'
import { takePasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { takeTotp } from './totp.ts'

type KnownFactors = Omit<Factors, 'required'>

/** Second factors of an account of the transaction's company or platform. */
export async function factorsOf(tx: Tx, account: string): Promise<KnownFactors> {
  const totp = await sql`select 1 from totp where account = ${account} and secret is not null`.execute(tx)
  const keys = await sql<Factors['passkeys'][number]>`select id, name, created_at, last_used_at from passkey
    where account = ${account} order by created_at, id`.execute(tx)
  const codes = await sql<{ left: number }>`select count(*)::integer as left from recovery_code
    where account = ${account} and used_at is null`.execute(tx)
  return { totp: totp.rows.length > 0, passkeys: keys.rows, recovery_codes: codes.rows[0]?.left ?? 0 }
}

/** Until the commit, no other transaction that calls this changes the factors of this account. */
export async function lockFactors(
  tx: Tx,
  { companyId, account }: Pick<Holder, 'companyId' | 'account'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${companyId} ${account}`}, 0))`.execute(tx)
}

/** An answer to the question for a second factor: one of the three. */
export interface FactorAnswer {
  code?: string
  recovery_code?: string
  passkey?: AuthenticationResponseJSON
}

interface Given {
  holder: Holder
  /** The challenge that a passkey had to sign; null: none was asked for. */
  webauthn: string | null
  answer: FactorAnswer
}

/** The factor by which the holder has just proved who they are; null for a wrong answer. A code or a signature is accepted once. */
export async function takeFactor(
  tx: Tx,
  secrets: Secrets,
  { holder, webauthn, answer }: Given,
): Promise<FactorMethod | null> {
  const { account } = holder
  const { code, recovery_code, passkey } = answer
  if (code !== undefined) return (await takeTotp(tx, secrets, { account, code })) ? 'totp' : null
  if (recovery_code !== undefined)
    return (await takeRecoveryCode(tx, secrets, { account, code: recovery_code })) ? 'recovery' : null
  if (passkey === undefined) return null
  return (await takePasskey(tx, { holder, challenge: webauthn, response: passkey })) ? 'passkey' : null
}

/** Removes all factors: for an account that has lost them. @returns whether there was any */
export async function removeFactors(tx: Tx, account: string): Promise<boolean> {
  let gone = 0
  for (const table of ['totp', 'passkey', 'recovery_code', 'factor_challenge'] as const) {
    const { rows } = await sql`delete from ${sql.table(table)} where account = ${account} returning 1`.execute(tx)
    if (table !== 'factor_challenge') gone += rows.length
  }
  return gone > 0
}
