import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'

/** RFC 6238 with the parameters that every authenticator app knows: SHA-1, six digits, thirty seconds. */
const PERIOD_S = 30
/** Steps accepted before and after, because a phone's clock differs from the server's. */
const WINDOW = 1
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20

const totpOf = (secret: string, named: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/** The time step whose code this is; null for a wrong one. @param now milliseconds since 1970 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta
}

interface Named {
  account: string
  /** Shown in the authenticator app: who keeps the account, and whose it is. */
  issuer: string
  label: string
}

/** A secret to be proved by its first code; a secret in use stays valid until then. */
export async function beginTotp(
  tx: Tx,
  secrets: Secrets,
  { account, issuer, label }: Named,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  await sql`insert into totp (company_id, account, pending)
    values (nullif(current_setting('app.company_id', true), ''), ${account}, ${secrets.seal(secret)})
    on conflict (coalesce(company_id, ''), account) do update set pending = excluded.pending`.execute(tx)
  return { secret, uri: totpOf(secret, { issuer, label }).toString() }
}

interface Given {
  account: string
  code: string
}

/** Accepts a code of the secret in use, each code once: of two concurrent sends, one gets true. */
export async function takeTotp(tx: Tx, secrets: Secrets, { account, code }: Given): Promise<boolean> {
  const { secret, last_step } = (await lock(tx, account)) ?? {}
  const step = secret ? stepIn(secrets, secret, code) : null
  if (step === null || step <= Number(last_step)) return false
  await sql`update totp set last_step = ${step} where account = ${account}`.execute(tx)
  return true
}

/** The first code of the secret that was shown last puts it into use; that code is not accepted again either. */
export async function confirmTotp(tx: Tx, secrets: Secrets, { account, code }: Given): Promise<boolean> {
  const { pending } = (await lock(tx, account)) ?? {}
  const step = pending ? stepIn(secrets, pending, code) : null
  if (step === null) return false
  await sql`update totp set secret = pending, pending = null, last_step = ${step} where account = ${account}`.execute(
    tx,
  )
  return true
}

interface Stored {
  secret: string | null
  pending: string | null
  last_step: number
}

const lock = async (tx: Tx, account: string): Promise<Stored | undefined> =>
  (await sql<Stored>`select secret, pending, last_step from totp where account = ${account} for update`.execute(tx))
    .rows[0]

/** A secret sealed under another SECRET_KEY has no right code: its owner uses a recovery code, or it is reset. */
function stepIn(secrets: Secrets, sealed: string, code: string): number | null {
  let secret: string
  try {
    secret = secrets.unseal(sealed)
  } catch {
    return null
  }
  return stepOf(secret, code, Date.now())
}

export async function removeTotp(tx: Tx, account: string): Promise<boolean> {
  const { rows } = await sql`delete from totp where account = ${account} and secret is not null returning 1`.execute(tx)
  return rows.length > 0
}
