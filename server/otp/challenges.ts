import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import { OTP_MINUTES, OTP_TRIES } from '../../schemas/rules/one-time-codes.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'
import { assertWithinLimits, type OtpPurpose } from './otp-limits.ts'

/** A row of `otp_challenge`. */
export interface ChallengeRow {
  id: string
  purpose: OtpPurpose
  /** National digits. */
  phone: string
  client_id: string | null
  devis_id: string | null
  document_sha256: string | null
  code_digest: string
  message_id: string | null
  /** Wrong codes given with its id. */
  tries: number
  /** Wrong codes given for its number, without its id. */
  blind_tries: number
  created_at: string
  expires_at: string
  verified_at: string | null
  offered_at: string | null
  used_at: string | null
}

export interface NewChallenge {
  purpose: OtpPurpose
  /** National digits (`phoneDigits`). */
  phone: string
  /** As `addressOf` gives it. */
  ip: string
  /** The address has logged in with this number before. */
  known: boolean
  /** For signing only: whose code, for which document. */
  signing?: { clientId: string; devisId: string; sha256: string }
}

export interface Challenge {
  id: string
  /** Six digits; they are only put into the SMS. */
  code: string
}

const digestOf = (secrets: Secrets, { id, purpose, code }: { id: string; purpose: string; code: string }): string =>
  secrets.digest('otp', `${id}\n${purpose}\n${code}`)

/** Makes a challenge and its code, and deletes challenges older than two days. @throws AppError RATE_LIMITED */
export async function createChallenge(tx: Tx, secrets: Secrets, asked: NewChallenge): Promise<Challenge> {
  await assertWithinLimits(tx, asked)
  const id = randomBytes(24).toString('base64url')
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const { purpose, phone, ip, signing } = asked
  await sql`delete from otp_challenge where company_id = current_setting('app.company_id')
    and created_at < now() - interval '2 days'`.execute(tx)
  await sql`insert into otp_challenge
      (company_id, id, purpose, phone, ip, client_id, devis_id, document_sha256, code_digest, expires_at)
    values (current_setting('app.company_id'), ${id}, ${purpose}, ${phone}, ${ip}, ${signing?.clientId ?? null},
      ${signing?.devisId ?? null}, ${signing?.sha256 ?? null}, ${digestOf(secrets, { id, purpose, code })},
      now() + make_interval(mins => ${OTP_MINUTES}::integer))`.execute(tx)
  return { id, code }
}

export interface Answer {
  purpose: OtpPurpose
  code: string
  /**
   * Null: any valid challenge of `phone` that was asked for from this address (the contract's own calls know no challenge). Asking for another code does not
   * make the one that has arrived useless, and nobody elsewhere can do that.
   */
  challenge: string | null
  /** As `addressOf` gives it. */
  ip: string
  /** National digits, when the caller gave the number: it must be the challenge's. */
  phone?: string
  signing?: { clientId: string; devisId: string }
}

/** One answer for every wrong code: it does not tell an unknown challenge from a wrong, used, dead or expired code. */
export const wrongCode = (): AppError =>
  new AppError('VALIDATION_ERROR', 'Validation error', {
    errors: { CODE: ['Code incorrect ou expiré. Demandez un nouveau code.'] },
  })

/**
 * The challenge that this code answers, now verified and not yet used; null for anything else. A wrong code counts as a try: the
 * transaction must be committed, so the caller throws `wrongCode()` after it.
 */
export async function verifyCode(tx: Tx, secrets: Secrets, answer: Answer): Promise<ChallengeRow | null> {
  const rows = await lockChallenges(tx, answer)
  const { code, purpose, challenge } = answer
  const tries = challenge === null ? 'blind_tries' : 'tries'
  // Takes as long for an unknown challenge as for a known one.
  const digests = (rows.length > 0 ? rows : [null]).map((row) =>
    digestOf(secrets, { id: row?.id ?? 'none', purpose, code }),
  )
  const live = rows.filter(
    (row) => row.used_at === null && row[tries] < OTP_TRIES && Date.parse(row.expires_at) > Date.now(),
  )
  const right = live.find((row) => {
    const given = digests[rows.indexOf(row)] ?? ''
    return timingSafeEqual(Buffer.from(given), Buffer.from(row.code_digest)) && fits(row, answer)
  })
  if (!right) {
    for (const row of live) await countTry(tx, row.id, tries)
    return null
  }
  await sql`update otp_challenge set verified_at = coalesce(verified_at, now())
    where company_id = current_setting('app.company_id') and id = ${right.id}`.execute(tx)
  return right
}

const fits = (row: ChallengeRow, { purpose, phone, signing }: Answer): boolean =>
  row.purpose === purpose &&
  (phone === undefined || phone === row.phone) &&
  row.client_id === (signing?.clientId ?? null) &&
  row.devis_id === (signing?.devisId ?? null)

async function lockChallenges(tx: Tx, answer: Answer): Promise<ChallengeRow[]> {
  const { challenge, purpose, phone, signing, ip } = answer
  // A signer has a session: nobody else asks for a code in their name.
  const here = purpose === 'sign' ? sql`true` : sql`ip = ${ip}`
  const which =
    challenge === null
      ? sql`purpose = ${purpose} and phone = ${phone ?? ''} and devis_id is not distinct from ${signing?.devisId ?? null}
          and used_at is null and expires_at > now() and ${here}`
      : sql`id = ${challenge}`
  const { rows } = await sql<ChallengeRow>`select * from otp_challenge
    where company_id = current_setting('app.company_id') and ${which} order by created_at desc for update`.execute(tx)
  return rows
}

/** Counts one try. */
export const countTry = (tx: Tx, id: string, tries: 'tries' | 'blind_tries' = 'tries') =>
  sql`update otp_challenge set ${sql.ref(tries)} = ${sql.ref(tries)} + 1
    where company_id = current_setting('app.company_id') and id = ${id}`.execute(tx)

/** Uses up a verified challenge; null when it was used, or has expired, in the meantime. */
export async function spend(tx: Tx, id: string): Promise<ChallengeRow | null> {
  const { rows } = await sql<ChallengeRow>`update otp_challenge set used_at = now()
    where company_id = current_setting('app.company_id') and id = ${id} and used_at is null
    and verified_at is not null and expires_at > now() returning *`.execute(tx)
  return rows[0] ?? null
}

/** Stores which message carries the code: when it was sent is part of the evidence. */
export const noteMessage = (tx: Tx, id: string, messageId: string) =>
  sql`update otp_challenge set message_id = ${messageId}
    where company_id = current_setting('app.company_id') and id = ${id}`.execute(tx)
