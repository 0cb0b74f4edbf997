import { sql } from 'kysely'
import { type ChallengeRow, countTry, spend, verifyCode } from '../../otp/challenges.ts'
import type { Tx } from '../../plugins/database/database.ts'
import type { Secrets } from '../../secrets.ts'
import { customersOfPhone } from '../repositories/client.ts'
import { countProof, knowNumber, knownClients, mayProve, provenClient, type SpaceProof } from '../shared-numbers.ts'

interface LoginAnswer {
  challenge: string | null
  code: string
  phone?: string
  IDCLIENT: string | null
  /** Says whose space is meant, when this number has not opened that space before. */
  proof: SpaceProof | null
  /** The request's address, as `addressOf` gives it. */
  ip: string
}

export type LoginOutcome =
  | { kind: 'client'; id: string; phone: string }
  /**
   * Several customers share the number. The caller knows the code, so those whose space it has opened before are named, once. The others (`proof`: there are
   * some) are named to nobody: a caller must prove to be one of them.
   */
  | { kind: 'choice'; clients: { IDCLIENT: string; label: string }[]; proof: boolean }
  | { kind: 'wrong proof'; tooMany: boolean }

/**
 * Who the right code lets in; null for anything else, with a try counted: commit, then refuse. A number without a customer has no right code, because it was
 * sent none.
 */
export async function checkLogin(tx: Tx, secrets: Secrets, answer: LoginAnswer): Promise<LoginOutcome | null> {
  const { IDCLIENT, proof, ...given } = answer
  const challenge = await verifyCode(tx, secrets, { purpose: 'login', ...given })
  if (!challenge) return null
  const { phone } = challenge
  const clients = await customersOfPhone(tx, phone)
  const [only] = clients
  if (only && clients.length === 1 && (IDCLIENT === null || IDCLIENT === only.IDCLIENT)) {
    await knowNumber(tx, { clientId: only.IDCLIENT, phone, how: 'seul' })
    return enter(tx, challenge, only.IDCLIENT)
  }
  const known = await knownClients(tx, phone)
  const named = clients.filter((client) => known.has(client.IDCLIENT))
  const unnamed = clients.filter((client) => !known.has(client.IDCLIENT)).map((client) => client.IDCLIENT)
  if (proof !== null && clients.length > 1) return prove(tx, challenge, { clients: unnamed, proof })
  if (named.some((client) => client.IDCLIENT === IDCLIENT)) return enter(tx, challenge, IDCLIENT as string)
  if (IDCLIENT === null && clients.length > 1 && challenge.offered_at === null) {
    await sql`update otp_challenge set offered_at = now()
      where company_id = current_setting('app.company_id') and id = ${challenge.id}`.execute(tx)
    return { kind: 'choice', clients: named, proof: unnamed.length > 0 }
  }
  await countTry(tx, challenge.id, given.challenge === null ? 'blind_tries' : 'tries')
  return null
}

async function enter(tx: Tx, { id, phone }: ChallengeRow, clientId: string): Promise<LoginOutcome> {
  await spend(tx, id)
  return { kind: 'client', id: clientId, phone }
}

async function prove(
  tx: Tx,
  challenge: ChallengeRow,
  { clients, proof }: { clients: readonly string[]; proof: SpaceProof },
): Promise<LoginOutcome> {
  if (!(await mayProve(tx, challenge.phone))) return { kind: 'wrong proof', tooMany: true }
  const proven = await provenClient(tx, clients, proof)
  if (proven === null) {
    await countProof(tx, challenge.id)
    return { kind: 'wrong proof', tooMany: false }
  }
  await knowNumber(tx, { clientId: proven, phone: challenge.phone, how: 'preuve' })
  return enter(tx, challenge, proven)
}
