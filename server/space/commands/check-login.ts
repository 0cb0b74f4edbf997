import { sql } from 'kysely'
import { type ChallengeRow, countTry, spend, verifyCode } from '../../otp/challenges.ts'
import type { Tx } from '../../plugins/database/database.ts'
import type { Secrets } from '../../secrets.ts'
import { customersOfPhone, type NumberOf } from '../repositories/client.ts'
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
  /** `merges`: the number was of a record that went into this one; the session goes back with it. */
  | { kind: 'client'; id: string; phone: string; merges: readonly string[] }
  /**
   * Several customers share the number, or only a record that was merged had it. The caller knows the code, so those whose space it has opened before are named: as often as they ask with the
   * challenge of the code, once without it. The others (`proof`: there are some) are named to nobody: a caller must prove to be one of them.
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
  const known = await knownClients(tx, phone)
  const [only] = clients
  // A number that only a merged record had may have been a mistake there: it opens what both records have once it has opened the former's space, or is proven.
  const isSure = only && clients.length === 1 && (only.merges.length === 0 || isKnown(only, known))
  if (isSure && (IDCLIENT === null || IDCLIENT === only.IDCLIENT)) {
    await knowNumber(tx, { clientId: only.IDCLIENT, phone, how: 'seul' })
    return enter(tx, challenge, only)
  }
  const named = clients.filter((client) => isKnown(client, known))
  const unnamed = clients.filter((client) => !isKnown(client, known))
  if (proof !== null && clients.length > 0 && !isSure) return prove(tx, challenge, { clients: unnamed, proof })
  const chosen = named.find((client) => client.IDCLIENT === IDCLIENT)
  if (chosen) return enter(tx, challenge, chosen)
  // Of the same challenge it is given again: whoever has its id asked for the code, and the answer may have been lost.
  const isOffered = given.challenge !== null || challenge.offered_at === null
  if (IDCLIENT === null && clients.length > 0 && !isSure && isOffered) {
    await sql`update otp_challenge set offered_at = now()
      where company_id = current_setting('app.company_id') and id = ${challenge.id}`.execute(tx)
    const offered = named.map(({ IDCLIENT, label }) => ({ IDCLIENT, label }))
    return { kind: 'choice', clients: offered, proof: unnamed.length > 0 }
  }
  await countTry(tx, challenge.id, given.challenge === null ? 'blind_tries' : 'tries')
  return null
}

/** Has the number opened the space before, as any record of this customer? */
const isKnown = ({ IDCLIENT, records }: NumberOf, known: ReadonlySet<string>): boolean =>
  known.has(IDCLIENT) || records.some((record) => known.has(record))

async function enter(
  tx: Tx,
  { id, phone }: ChallengeRow,
  { IDCLIENT, merges }: Pick<NumberOf, 'IDCLIENT' | 'merges'>,
): Promise<LoginOutcome> {
  await spend(tx, id)
  return { kind: 'client', id: IDCLIENT, phone, merges }
}

async function prove(
  tx: Tx,
  challenge: ChallengeRow,
  { clients, proof }: { clients: readonly NumberOf[]; proof: SpaceProof },
): Promise<LoginOutcome> {
  if (!(await mayProve(tx, challenge.phone))) return { kind: 'wrong proof', tooMany: true }
  const id = await provenClient(
    tx,
    clients.map(({ IDCLIENT }) => IDCLIENT),
    proof,
  )
  const proven = clients.find(({ IDCLIENT }) => IDCLIENT === id)
  if (!proven) {
    await countProof(tx, challenge.id)
    return { kind: 'wrong proof', tooMany: false }
  }
  await knowNumber(tx, { clientId: proven.IDCLIENT, phone: challenge.phone, how: 'preuve' })
  return enter(tx, challenge, proven)
}
