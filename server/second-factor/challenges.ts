import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { newToken } from '../plugins/session/tokens.ts'
import type { Secrets } from '../secrets.ts'

/** Minutes between the password and the second factor. */
const MINUTES = 5
/** Wrong answers to one challenge; the limits by account apply too (tries.ts). */
const TRIES = 5

/** 'login' opens a session; 'add' adds a key to it; 'prove' proves again who holds it. */
export type Purpose = 'login' | 'add' | 'prove'

export interface Challenge {
  account: string
  webauthn: string | null
}

/** How its holder names a challenge: by the token that they were given, or by their session. */
interface Named {
  purpose: Purpose
  name: string
}

const digestOf = (secrets: Secrets, { purpose, name }: Named): string =>
  secrets.digest('factor challenge', `${purpose}\n${name}`)

/** Asks for the account's second factor, after its password. The stored digest does not answer it. */
export async function askFactor(
  tx: Tx,
  secrets: Secrets,
  account: string,
): Promise<{ challenge: string; expiresAt: string }> {
  const challenge = newToken()
  const expiresAt = await put(tx, secrets, { purpose: 'login', name: challenge, account, webauthn: null })
  return { challenge, expiresAt }
}

/** The challenge that a passkey has to sign in this session; a second question replaces the first. */
export const askInSession = (
  tx: Tx,
  secrets: Secrets,
  asked: { purpose: 'add' | 'prove'; tokenHash: string; account: string; webauthn: string },
): Promise<string> => put(tx, secrets, { ...asked, name: asked.tokenHash })

async function put(
  tx: Tx,
  secrets: Secrets,
  { account, webauthn, ...named }: Named & { account: string; webauthn: string | null },
): Promise<string> {
  await sql`delete from factor_challenge where digest in
    (select digest from factor_challenge where expires_at < now() - interval '1 day' limit 100)`.execute(tx)
  const expires = new Date(Date.now() + MINUTES * 60_000)
  await sql`insert into factor_challenge (digest, company_id, account, purpose, webauthn, expires_at)
    values (${digestOf(secrets, named)}, nullif(current_setting('app.company_id', true), ''), ${account},
      ${named.purpose}, ${webauthn}, ${expires})
    on conflict (digest) do update set webauthn = excluded.webauthn, expires_at = excluded.expires_at, used_at = null, tries = 0`.execute(
    tx,
  )
  return expires.toISOString()
}

/** A challenge that was not answered yet, locked until the transaction ends; null for any other name. */
export async function findChallenge(tx: Tx, secrets: Secrets, named: Named): Promise<Challenge | null> {
  const { rows } = await sql<Challenge>`select account, webauthn from factor_challenge
    where digest = ${digestOf(secrets, named)} and purpose = ${named.purpose} and used_at is null
      and expires_at > now() and tries < ${TRIES}::integer for update`.execute(tx)
  return rows[0] ?? null
}

/** Stores the challenge that a passkey has to sign to answer a login. */
export const noteWebauthn = (tx: Tx, secrets: Secrets, { name, webauthn }: { name: string; webauthn: string }) =>
  sql`update factor_challenge set webauthn = ${webauthn}
    where digest = ${digestOf(secrets, { purpose: 'login', name })}`.execute(tx)

/** Counts one try: the transaction must be committed. A passkey's challenge is not used again. */
export const countWrong = (tx: Tx, secrets: Secrets, named: Named) =>
  sql`update factor_challenge set tries = tries + 1, webauthn = null
    where digest = ${digestOf(secrets, named)}`.execute(tx)

/** Ends an answered challenge. Call it under the lock of `findChallenge`. */
export const endChallenge = (tx: Tx, secrets: Secrets, named: Named) =>
  sql`update factor_challenge set used_at = now() where digest = ${digestOf(secrets, named)}`.execute(tx)

/** Whether an answered challenge still stands. What ends the sessions of its account removes it, and waits until this transaction ends. */
export async function stillStands(tx: Tx, secrets: Secrets, named: Named): Promise<boolean> {
  const { rows } =
    await sql`select 1 from factor_challenge where digest = ${digestOf(secrets, named)} for share`.execute(tx)
  return rows.length > 0
}
