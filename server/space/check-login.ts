import { sql } from 'kysely'
import { countTry, spend, verifyCode } from '../otp/challenges.ts'
import type { Tx } from '../plugins/database/database.ts'
import { customersOfPhone } from '../repositories/space/customer.ts'
import type { Secrets } from '../secrets.ts'

interface LoginAnswer {
  challenge: string | null
  code: string
  phone?: string
  IDCLIENT: string | null
  /** Of the request, as `addressOf` gives it. */
  ip: string
}

export type LoginOutcome =
  | { kind: 'client'; id: string; phone: string }
  /** Several customers share the number: told once, to whoever knows the code. */
  | { kind: 'choice'; clients: { IDCLIENT: string; label: string }[] }

/**
 * Who the right code lets in; null for anything else, with a try counted: commit, then refuse. A number without a customer has no right
 * code: nobody was sent it.
 */
export async function checkLogin(tx: Tx, secrets: Secrets, answer: LoginAnswer): Promise<LoginOutcome | null> {
  const { IDCLIENT, ...given } = answer
  const challenge = await verifyCode(tx, secrets, { purpose: 'login', ...given })
  if (!challenge) return null
  const clients = await customersOfPhone(tx, challenge.phone)
  const [only] = clients
  const chosen = IDCLIENT ?? (clients.length === 1 ? (only?.IDCLIENT ?? null) : null)
  if (chosen === null && clients.length > 1 && challenge.offered_at === null) {
    await sql`update otp_challenge set offered_at = now()
      where company_id = current_setting('app.company_id') and id = ${challenge.id}`.execute(tx)
    return { kind: 'choice', clients }
  }
  if (!clients.some((client) => client.IDCLIENT === chosen) || chosen === null) {
    await countTry(tx, challenge.id, given.challenge === null ? 'blind_tries' : 'tries')
    return null
  }
  await spend(tx, challenge.id)
  return { kind: 'client', id: chosen, phone: challenge.phone }
}
