import { createHash } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import type { Holder, Site } from './holder.ts'

/** Keys of one account. */
export const MAX_PASSKEYS = 20

interface StoredKey {
  id: string
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
}

export const keysOf = async (tx: Tx, account: string): Promise<StoredKey[]> =>
  (
    await sql<StoredKey>`select id, credential_id, public_key, counter, transports from passkey
      where account = ${account} order by created_at, id`.execute(tx)
  ).rows

const described = ({ credential_id, transports }: StoredKey) => ({
  id: credential_id,
  transports: transports as AuthenticatorTransport[],
})

/** Options with which the browser makes a key for this account on this site. @param label name that its owner reads */
export function creationOptions(
  { account, site, label }: Holder & { label: string },
  known: readonly StoredKey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName: label,
    userDisplayName: label,
    // The same for all keys of an account, and without anybody's name.
    userID: new Uint8Array(createHash('sha256').update(`${site.rpId}\n${account}`).digest()),
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Options with which the browser signs with one of these keys. */
export const requestOptions = (
  { rpId }: Site,
  known: readonly StoredKey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: known.map(described),
    // The password, or the session, is the other factor.
    userVerification: 'preferred',
  })

interface NewKey {
  holder: Holder
  /** The challenge that it had to sign. */
  challenge: string
  name: string
  response: RegistrationResponseJSON
}

/** Stores a key that was made for this challenge on this site; null for any other answer. */
export async function addPasskey(tx: Tx, { holder, challenge, name, response }: NewKey): Promise<string | null> {
  const { account, site } = holder
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
    // A malformed answer throws.
  }).catch(() => null)
  if (!made?.verified) return null
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  const { rows } = await sql<{ id: string }>`insert into passkey
      (company_id, account, name, credential_id, public_key, counter, transports)
    values (nullif(current_setting('app.company_id', true), ''), ${account}, ${name}, ${id},
      ${Buffer.from(publicKey).toString('base64url')}, ${counter}, ${[...transports]}::text[])
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

interface Signed {
  holder: Holder
  /** Null: nothing was asked for. */
  challenge: string | null
  response: AuthenticationResponseJSON
}

/** Whether a key of this account signed the challenge, on this site. */
export async function takePasskey(tx: Tx, { holder, challenge, response }: Signed): Promise<boolean> {
  const { account, site } = holder
  const key = (await keysOf(tx, account)).find(({ credential_id }) => credential_id === response.id)
  if (!key || challenge === null) return false
  const proof = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
      counter: Number(key.counter),
      transports: key.transports as AuthenticatorTransport[],
    },
  }).catch(() => null)
  if (!proof?.verified) return false
  await sql`update passkey set counter = ${proof.authenticationInfo.newCounter}, last_used_at = now()
    where id = ${key.id}`.execute(tx)
  return true
}

export async function removePasskey(tx: Tx, { account, id }: { account: string; id: string }): Promise<boolean> {
  const { rows } = await sql`delete from passkey where account = ${account} and id = ${id}::uuid returning id`.execute(
    tx,
  )
  return rows.length > 0
}
