import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { PaymentRow } from '../plugins/database/tables.ts'
import type { PaymentSession } from '../ports/payments/payments.ts'
import { receivedOf } from '../writes/balances.ts'
import { confirmedPayment } from '../writes/entered-payment.ts'
import { serviceWrite } from '../writes/service-write.ts'

/** Effect of an event on a payment. `mismatch`: it is about another amount than was asked for, and changes nothing. */
type Next = PaymentSession['status'] | 'same' | 'mismatch'

/**
 * Pure. No event undoes a confirmation; a failed attempt may be followed by one that succeeds in the same session. Only the amount that was asked for, in
 * euros, for this very payment, confirms it.
 */
export function nextState(payment: Pick<PaymentRow, 'id' | 'state' | 'amount'>, session: PaymentSession): Next {
  if (payment.state === 'confirmed' || payment.state === session.status) return 'same'
  // Its link may still be paid, but is shown to nobody any more.
  if (session.status !== 'confirmed') return payment.state === 'superseded' ? 'same' : session.status
  const ours = session.state === null || session.state === payment.id
  return ours && session.amount === payment.amount && session.currency === 'EUR' ? 'confirmed' : 'mismatch'
}

/** Payment of a session in the company of the transaction; undefined when it knows none. */
export const paymentOfSession = (tx: Tx, session: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payment').selectAll().where('session', '=', session).executeTakeFirst()

/** Updates a payment to what the provider just said about its session; a confirmed one joins the payments of its order. Repeating it changes nothing. */
export async function applySession(
  {
    app,
    request,
    companyId,
    zone,
  }: {
    app: FastifyInstance
    request: FastifyRequest
    companyId: string
    /** The company's time zone. */
    zone: string
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
    if (next === 'same') return
    const target = `devis:${payment.devis_id}`
    const details = { payment: payment.id, asked: payment.amount, said: said.amount, currency: said.currency }
    if (next === 'mismatch') {
      await audit(tx, request, { action: 'payment.mismatch', target, details })
      return
    }
    await sql`update payment set state = ${next}, updated_at = now(),
      confirmed_at = ${next === 'confirmed' ? sql`now()` : sql`null`}
      where company_id = current_setting('app.company_id') and id = ${payment.id}`.execute(tx)
    await audit(tx, request, { action: `payment.${next}`, target, details })
    // Of an erased customer nobody has a list any more: the request alone says that it was paid.
    if (next !== 'confirmed' || !order) return
    const received = await receivedOf(tx, order.id)
    const row = confirmedPayment({ order, request: payment, received, zone, now: new Date() })
    write.insert('paiement', payment.id, row)
  })
}
