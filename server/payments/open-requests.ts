import { sql } from 'kysely'
import { validationError } from '../../schemas/errors.ts'
import { openWithin } from '../../schemas/rules/payments.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { PaymentRow } from '../plugins/database/tables.ts'

const TOO_MUCH = 'Le montant dépasse ce qui reste à payer.'
const COVERED = 'Un lien de paiement est déjà ouvert pour ce qui reste à payer.'

const amountOf = ({ amount }: PaymentRow): number => amount
const refused = (message: string): Error => validationError({ montant: [message] }, message)

/**
 * What may be asked of an order besides its open links: an amount, or the open request to use again. Requests that the rest has outgrown are superseded, and
 * those without a link that would be in the way. The order is locked. @throws AppError VALIDATION_ERROR
 */
export async function roomFor(
  tx: Tx,
  { devis, left, montant }: { devis: string; left: number; montant: number | null },
): Promise<{ amount: number } | { known: PaymentRow }> {
  if (montant !== null && montant > left) throw refused(TOO_MUCH)
  const open = await openOf(tx, devis)
  const links = open.filter(({ state }) => state === 'pending')
  const { good, free } = openWithin(left, links, amountOf)
  const amount = montant ?? (free === 0 ? left : free)
  const same = good.findLast((one) => one.amount === amount)
  if (amount > free && !same) throw refused(COVERED)
  await supersede(
    tx,
    links.filter((one) => !good.includes(one)),
  )
  if (amount > free && same) return { known: same }
  const waiting = open.filter(({ state }) => state === 'created')
  if (amount <= openWithin(free, waiting, amountOf).free) return { amount }
  // Nobody can pay those: the provider did not answer, or is still being asked.
  const known = waiting.findLast((one) => one.amount === amount)
  await supersede(
    tx,
    waiting.filter((one) => one !== known),
  )
  return known ? { known } : { amount }
}

/** Refuses the link of a request that was recorded before: what is left may be less by now. @throws AppError VALIDATION_ERROR */
export async function assertRoom(tx: Tx, request: PaymentRow, left: number): Promise<void> {
  if (request.amount > left) throw refused(TOO_MUCH)
  const links = (await openOf(tx, request.devis_id)).filter(({ state }) => state === 'pending')
  if (request.amount > openWithin(left, links, amountOf).free) throw refused(COVERED)
}

/** An open link that is asked for again: what is left may be less by now. One that it has outgrown is superseded, and led to by nobody. */
export async function stillOpen(tx: Tx, request: PaymentRow, left: number): Promise<PaymentRow> {
  const links = (await openOf(tx, request.devis_id)).filter(({ state }) => state === 'pending')
  const { good } = openWithin(left, links, amountOf)
  if (good.some(({ id }) => id === request.id)) return request
  await supersede(tx, [request])
  return { ...request, state: 'superseded' }
}

const openOf = (tx: Tx, devis: string): Promise<PaymentRow[]> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('devis_id', '=', devis)
    .where('state', 'in', ['created', 'pending'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Supersedes every open link of the company, of an account that has ended; a failed attempt may be followed by another one with the same link. */
export async function supersedeLinks(tx: Tx): Promise<void> {
  await sql`update payment set state = 'superseded', updated_at = now()
    where company_id = current_setting('app.company_id') and state in ('pending', 'failed')`.execute(tx)
}

async function supersede(tx: Tx, requests: readonly PaymentRow[]): Promise<void> {
  if (requests.length === 0) return
  await sql`update payment set state = 'superseded', updated_at = now()
    where company_id = current_setting('app.company_id') and id = any(${requests.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
}
