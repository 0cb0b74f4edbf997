import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import { dueOf, type Order } from '../../schemas/rules/encaissements.ts'
import type { NoticeKind } from '../../schemas/rules/notices.ts'
import { inEuros } from '../../schemas/rules/payment-kinds.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { eventOf, officeOf, repOf } from '../notices/events.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { PaymentRow } from '../plugins/database/tables.ts'
import type { PaymentSession } from '../ports/payments/payments.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { receivedOf } from '../writes/balances.ts'
import { confirmedPayment } from '../writes/entered-payment.ts'
import { type ServiceWrite, serviceWrite } from '../writes/service-write.ts'

/** Effect of an event on a payment. `mismatch`: it is about another amount than was asked for, and changes nothing. `rejected`: after its confirmation. */
type Next = PaymentSession['status'] | 'same' | 'mismatch' | 'rejected'

/**
 * Pure. No event undoes a confirmation; a failed attempt may be followed by one that succeeds in the same session. Only the amount that was asked for, in
 * euros, for this very payment, confirms it.
 */
export function nextState(payment: Pick<PaymentRow, 'id' | 'state' | 'amount'>, session: PaymentSession): Next {
  if (payment.state === 'confirmed') return session.status === 'failed' ? 'rejected' : 'same'
  if (payment.state === session.status) return 'same'
  // Its link may still be paid, but is shown to nobody any more.
  if (session.status !== 'confirmed') return payment.state === 'superseded' ? 'same' : session.status
  const ours = session.state === null || session.state === payment.id
  return ours && session.amount === payment.amount && session.currency === 'EUR' ? 'confirmed' : 'mismatch'
}

/** Payment of a session in the company of the transaction; undefined when it knows none. */
export const paymentOfSession = (tx: Tx, session: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payment').selectAll().where('session', '=', session).executeTakeFirst()

/** Updates a payment to what the provider just said about its session; a confirmed one joins the payments of its order, and is told. Repeating it changes nothing. */
export async function applySession(
  {
    app,
    companyId,
    zone,
    trail,
  }: {
    app: Pick<FastifyInstance, 'db' | 'hints' | 'messages'>
    companyId: string
    /** The company's time zone. */
    zone: string
    /** Writes a line of the audit trail. */
    trail: (tx: Tx, entry: AuditEntry) => Promise<void>
  },
  { session, said }: { session: string; said: PaymentSession },
): Promise<void> {
  await serviceWrite(app, companyId, async (write) => {
    const { tx } = write
    // The order is locked first, then its payment, as in every request for one.
    const known = await paymentOfSession(tx, session)
    if (!known) return
    const order = await write.lock('devis', known.devis_id)
    const { rows } = await sql<PaymentRow>`select * from payment
      where company_id = current_setting('app.company_id') and id = ${known.id} for update`.execute(tx)
    const [payment] = rows
    if (!payment) return
    const next = nextState(payment, said)
    const target = `devis:${payment.devis_id}`
    const details = { payment: payment.id, asked: payment.amount, said: said.amount, currency: said.currency }
    if (payment.state === 'confirmed') {
      if (!order || said.status === 'pending') return
      const isRejected = next === 'rejected'
      if (await setRejected(write, { order, payment, isRejected }))
        await trail(tx, { action: isRejected ? 'payment.rejected' : 'payment.confirmed', target, details })
      return
    }
    if (next === 'same' || next === 'rejected') return
    if (next === 'mismatch') {
      if (!(await isInTrail(tx, target, details))) await trail(tx, { action: 'payment.mismatch', target, details })
      return
    }
    await sql`update payment set state = ${next}, updated_at = now(),
      confirmed_at = ${next === 'confirmed' ? sql`now()` : sql`null`}
      where company_id = current_setting('app.company_id') and id = ${payment.id}`.execute(tx)
    await trail(tx, { action: `payment.${next}`, target, details })
    // Of an erased customer nobody has a list any more: the request alone says that it was paid.
    if (next !== 'confirmed' || !order) return
    const received = await receivedOf(tx, order.id)
    const row = confirmedPayment({ order, request: payment, received, zone, now: new Date() })
    write.insert('paiement', payment.id, row)
    const isTwin = await isEnteredSince(tx, payment)
    const detail = arrived({ order: order.record, amount: payment.amount, received, isTwin })
    await tellPayment(write, { order, kind: 'paiement_recu', detail })
  })
}

/** Whether somebody has entered as much by hand for this order since it was asked for online. */
async function isEnteredSince(tx: Tx, { devis_id, amount, created_at }: PaymentRow): Promise<boolean> {
  const { rows } = await sql`select 1 from paiement where company_id = current_setting('app.company_id')
    and "IDDEVIS" = ${devis_id} and "MONTANT" = ${amount} and not deleted and "ANNULE_LE" is null
    and "MOYEN" <> 'en_ligne' and "GENRE" <> 'remboursement' and "DATE_CREATION"::timestamptz > ${created_at} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** The session stays as it is, and is asked for again and again: one line says it. */
async function isInTrail(tx: Tx, target: string, details: object): Promise<boolean> {
  const { rows } = await sql`select 1 from audit where company_id = current_setting('app.company_id')
    and action = 'payment.mismatch' and target = ${target} and details = ${JSON.stringify(details)}::jsonb limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * What the bank makes of a transfer that was confirmed: one that it rejects is said on its payment, to the people of the order and to the office, which alone may
 * cancel it; until then it counts, as accounting. What is cancelled is over.
 * @returns whether it is news
 */
async function setRejected(
  write: ServiceWrite,
  { order, payment, isRejected }: { order: StoredRow; payment: PaymentRow; isRejected: boolean },
): Promise<boolean> {
  const row = await write.lock('paiement', payment.id)
  if (!row || row.record.ANNULE_LE !== null || (row.record.REJETE_LE !== null) === isRejected) return false
  write.set('paiement', row, { REJETE_LE: isRejected ? new Date().toISOString() : null })
  if (!isRejected) return true
  const detail = [`Paiement de ${inEuros(payment.amount)} rejeté`, order.record.NUMERO_DEVIS].filter(Boolean).join(', ')
  await tellPayment(write, { order, kind: 'paiement_rejete', detail })
  return true
}

/** Tells whoever is responsible for the order, and the office. */
async function tellPayment(
  write: ServiceWrite,
  { order, kind, detail }: { order: StoredRow; kind: NoticeKind; detail: string },
): Promise<void> {
  const people = new Set([...(await repOf(write.tx, order.record, order.viewers)), ...(await officeOf(write.tx))])
  write.tell(eventOf({ resource: 'devis', row: order }, { kind, people: [...people], detail }))
}

/**
 * « Paiement de 100 € reçu, D-2026-00042 », and what is to be given back: of an order that has ended, or one that was paid twice.
 * @param received cents of the order that the company had before it
 * @param isTwin somebody has entered as much by hand since it was asked for: it may be the same money, whose event came late
 */
function arrived({
  order,
  amount,
  received,
  isTwin,
}: {
  order: Values
  amount: number
  received: number
  isTwin: boolean
}): string {
  const quote = order as unknown as Order
  const over = received + amount - dueOf(quote)
  const what = `Paiement de ${inEuros(amount)} reçu${quote.REFUSE === 1 ? ' après la fin de la commande' : ''}`
  const doubt = isTwin ? 'le même montant a été saisi depuis la demande : est-ce le même argent ?' : null
  return [what, order.NUMERO_DEVIS, over > 0 ? `${inEuros(over)} à rendre` : null, doubt].filter(Boolean).join(', ')
}
