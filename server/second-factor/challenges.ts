import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { newToken } from '../plugins/session/tokens.ts'
import type { Secrets } from '../secrets.ts'

/** Minutes between the password and the second factor. */
const MINUTES = 5
/** Wrong answers to one challenge; the limits by account hold besides (tries.ts). */
const TRIES = 5

/** 'login' opens a session; 'add' a key to it; 'prove' proves it anew. */
export type Purpose = 'login' | 'add' | 'prove'

export interface Challenge {
  account: string
  webauthn: string | null
}

/** The holder's name of a challenge: the token they were given, or their session. */
interface Named {
  purpose: Purpose
  name: string
}

const digestOf = (secrets: Secrets, { purpose, name }: Named): string =>
  secrets.digest('factor challenge', `${purpose}\n${name}`)

/** A question for the account's second factor, after its password. What the database keeps does not answer it. */
export async function askFactor(
  tx: Tx,
  secrets: Secrets,
  account: string,
): Promise<{ challenge: string; expiresAt: string }> {
  const challenge = newToken()
  const expiresAt = await put(tx, secrets, { purpose: 'login', name: challenge, account, webauthn: null })
  return { challenge, expiresAt }
}

/** What a passkey has to sign in this session; a second question takes the place of the first. */
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

/** A challenge that still waits, locked until the transaction ends; null for any other name. */
export async function findChallenge(tx: Tx, secrets: Secrets, named: Named): Promise<Challenge | null> {
  const { rows } = await sql<Challenge>`select account, webauthn from factor_challenge
    where digest = ${digestOf(secrets, named)} and purpose = ${named.purpose} and used_at is null
      and expires_at > now() and tries < ${TRIES}::integer for update`.execute(tx)
  return rows[0] ?? null
}

/** What a passkey has to sign to answer a login. */
export const noteWebauthn = (tx: Tx, secrets: Secrets, { name, webauthn }: { name: string; webauthn: string }) =>
  sql`update factor_challenge set webauthn = ${webauthn}
    where digest = ${digestOf(secrets, { purpose: 'login', name })}`.execute(tx)

/** One try less: the transaction must be committed. What a passkey had to sign is not asked again. */
export const countWrong = (tx: Tx, secrets: Secrets, named: Named) =>
  sql`update factor_challenge set tries = tries + 1, webauthn = null
    where digest = ${digestOf(secrets, named)}`.execute(tx)

/** It was answered. Call it under the lock of `findChallenge`. */
export const endChallenge = (tx: Tx, secrets: Secrets, named: Named) =>
  sql`update factor_challenge set used_at = now() where digest = ${digestOf(secrets, named)}`.execute(tx)
