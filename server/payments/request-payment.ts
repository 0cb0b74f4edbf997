import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError, notFound, validationError } from '../../schemas/errors.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { balanceOf, firstPaymentDay, mayAskPayment, tooEarlyToPay } from '../../schemas/rules/payments.ts'
import type { PaymentView } from '../../schemas/space/payment.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { ClientActor, PersonnelActor } from '../actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { PaymentRow } from '../plugins/database/tables.ts'
import { seesRow } from '../policies/visibility.ts'
import { type PaymentAccount, PaymentProviderError } from '../ports/payments/payments.ts'
import { paymentView, type ReceivedRow, receivedView } from '../presenters/payment.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { isProjectStopped } from '../repositories/stopped-project.ts'
import { receivedOf } from '../writes/balances.ts'
import { isPresent, readAccount } from './accounts.ts'
import { assertRoom, roomFor, stillOpen } from './open-requests.ts'

export type Payer = PersonnelActor | ClientActor

/** The quote, if the staff member sees it or the customer owns it. @throws AppError NOT_FOUND, the same for each reason */
export async function readOrder(tx: Tx, actor: Payer, id: string): Promise<StoredRow> {
  const row = await readRow(tx, { resource: 'devis', id })
  if (!row || row.deleted) throw notFound()
  const { IDCLIENT, DEVIS_SIGNE } = row.record
  // A customer reads an unsigned quote by /space, not by its payments.
  const allowed =
    actor.kind === 'client' ? IDCLIENT === actor.id && DEVIS_SIGNE === 1 : seesRow(actor.staff, 'devis', row)
  if (!allowed) throw notFound()
  return row
}

export interface PaymentInput {
  IDDEVIS: string
  /** Cents; null: all that is left to pay. */
  montant: number | null
}

interface Asking {
  app: FastifyInstance
  request: FastifyRequest
  actor: Payer
  zone: string
  /** Address to which the customer returns. */
  returnUrl: string
  now?: Date
}

/**
 * A payment of an order with its link, when the company has an account at the provider; recorded without one otherwise. The second send of one
 * Idempotency-Key gets the first one's payment, without its link once less is left to pay; a request for what an open link asks already gets that one's.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (not signed, withdrawn, stopped, too early, too much), KEY_REUSED, UNAVAILABLE (no provider)
 */
export async function requestPayment(asking: Asking, input: PaymentInput): Promise<PaymentRow> {
  const { app, actor } = asking
  const { payment, account, label, payer } = await app.db.inTenant(actor.companyId, (tx) => record(tx, asking, input))
  if (payment.state !== 'created' || account === null) return payment
  // Outside of the transaction. A crash after it leaves an unused session; the next send makes another.
  const link = await app.ports.payments
    .createLink(account, { id: payment.id, amount: payment.amount, label, payer, returnUrl: asking.returnUrl })
    .catch((error: unknown) => {
      if (!(error instanceof PaymentProviderError)) throw error
      throw new AppError('UNAVAILABLE', error.message, { cause: error })
    })
  return app.db.inTenant(actor.companyId, async (tx) => {
    // It may have been paid, withdrawn from or stopped while the provider was asked.
    const order = await lockOrder(tx, actor, input.IDDEVIS)
    const known = await paymentOf(tx, payment.id)
    if (known.state === 'created') await assertRoom(tx, known, await leftToAsk(tx, asking, order))
    // Of an account that was replaced or removed meanwhile nobody gets the link; the next send makes another, or none.
    if (!(await isPresent(tx, account.appId))) throw new AppError('UNAVAILABLE', CHANGED)
    const { rows } =
      await sql<PaymentRow>`update payment set state = 'pending', provider = ${app.ports.payments.provider},
      session = ${link.session}, url = ${link.url}, updated_at = now()
      where company_id = current_setting('app.company_id') and id = ${payment.id} and state = 'created' returning *`.execute(
        tx,
      )
    return rows[0] ?? (await paymentOf(tx, payment.id))
  })
}

const CHANGED = 'Le compte de paiement de l’entreprise vient de changer : recommencez.'

/** Two requests for one order run one after the other: both must not use the same rest of its amount. @throws AppError NOT_FOUND */
async function lockOrder(tx: Tx, actor: Payer, id: string): Promise<StoredRow> {
  await sql`select 1 from devis where company_id = current_setting('app.company_id') and "IDDEVIS" = ${id}
    for update`.execute(tx)
  return readOrder(tx, actor, id)
}

interface Recorded {
  payment: PaymentRow
  account: PaymentAccount | null
  label: string
  payer: { name: string; mail: string | null }
}

async function record(tx: Tx, asking: Asking, { IDDEVIS, montant }: PaymentInput): Promise<Recorded> {
  const { app, request, actor } = asking
  const order = await lockOrder(tx, actor, IDDEVIS)
  const key = keyOf(request)
  const account = await readAccount(tx, app.secrets)
  const more = { account, label: String(order.record.NUMERO_DEVIS ?? IDDEVIS), payer: await payerOf(tx, order) }
  const known = key === null ? undefined : await byKey(tx, actor.account, key)
  if (known) {
    if (known.devis_id !== IDDEVIS || (montant !== null && known.amount !== montant))
      throw new AppError('KEY_REUSED', 'Cet identifiant de demande a déjà servi pour un autre paiement.')
    // Its link is made now, or given again: the order may have been paid or withdrawn since.
    const left = () => leftToAsk(tx, asking, order)
    if (known.state === 'pending') return { payment: await stillOpen(tx, known, await left()), ...more }
    if (known.state === 'created' && account !== null) await assertRoom(tx, known, await left())
    return { payment: known, ...more }
  }
  const room = await roomFor(tx, { devis: IDDEVIS, left: await leftToAsk(tx, asking, order), montant })
  if ('known' in room) return { payment: room.known, ...more }
  const { amount } = room
  const id = uuidv7()
  await tx
    .insertInto('payment')
    .values({ company_id: actor.companyId, id, devis_id: IDDEVIS, amount, created_by: actor.account, key })
    .execute()
  await audit(tx, request, {
    action: 'payment.requested',
    target: `devis:${IDDEVIS}`,
    details: { payment: id, amount },
  })
  return { payment: await paymentOf(tx, id), ...more }
}

/** Cents that may be asked of an order, by the law and by what was received; with messages for the person who asks. */
async function leftToAsk(tx: Tx, { zone, now = new Date() }: Asking, order: StoredRow): Promise<number> {
  const { DEVIS_SIGNE, REFUSE, DATE_SIGNATURE, PRIX_TTC, IDDEVIS } = order.record
  if (DEVIS_SIGNE !== 1 || typeof DATE_SIGNATURE !== 'string') throw refused('IDDEVIS', "Ce devis n'est pas signé.")
  if (REFUSE === 1)
    throw refused('IDDEVIS', 'Cette commande est rétractée ou annulée : plus aucun paiement ne peut être demandé.')
  if (await isProjectStopped(tx, order.id))
    throw refused('IDDEVIS', 'Ce projet a été arrêté : plus aucun paiement ne peut être demandé.')
  if (!mayAskPayment(DATE_SIGNATURE, zone, now)) {
    throw refused('IDDEVIS', tooEarlyToPay(firstPaymentDay(DATE_SIGNATURE, zone)))
  }
  const { SOLDE_DEVIS } = balanceOf(PRIX_TTC as number, await receivedOf(tx, IDDEVIS as string))
  if (SOLDE_DEVIS === 0) throw refused('montant', 'Cette commande est entièrement payée.')
  return SOLDE_DEVIS
}

const refused = (field: string, message: string): AppError => validationError({ [field]: [message] }, message)

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers[HEADER.mutation]
  return typeof key === 'string' && key.length <= 64 ? key : null
}

const byKey = (tx: Tx, account: string, key: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payment').selectAll().where('created_by', '=', account).where('key', '=', key).executeTakeFirst()

const paymentOf = (tx: Tx, id: string): Promise<PaymentRow> =>
  tx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Payments of an order: those that were received and are not cancelled, by day, then the requests that are not confirmed and that no other one has superseded, the oldest first; of a stopped project, and of an order that has ended, without their links. */
export async function paymentsOf(tx: Tx, devisId: string): Promise<PaymentView[]> {
  const received = await tx
    .selectFrom('paiement')
    .select(['id', 'IDDEVIS', 'MONTANT', 'MOYEN', 'GENRE', 'DATE_PAIEMENT', 'DATE_CREATION'])
    .where('IDDEVIS', '=', devisId)
    .where('ANNULE_LE', 'is', null)
    .where('deleted', '=', false)
    .orderBy('DATE_PAIEMENT')
    .orderBy('DATE_CREATION')
    .orderBy('id')
    .execute()
  const asked = await tx
    .selectFrom('payment')
    .selectAll()
    .where('devis_id', '=', devisId)
    .where('state', 'not in', ['confirmed', 'superseded'])
    .orderBy('id')
    .execute()
  // Nobody is led to pay for what has ended; what is paid by an open link all the same is recorded.
  const order = await tx.selectFrom('devis').select('REFUSE').where('IDDEVIS', '=', devisId).executeTakeFirst()
  const stopped = order?.REFUSE === 1 || (await isProjectStopped(tx, devisId))
  const requests = asked.map(paymentView).map((one) => (stopped ? { ...one, LIEN: null } : one))
  return [...received.map((row) => receivedView(row as ReceivedRow)), ...requests]
}

async function payerOf(tx: Tx, order: StoredRow): Promise<{ name: string; mail: string | null }> {
  const client = await readRow(tx, { resource: 'client', id: order.record.IDCLIENT as string })
  const { NOM, PRENOM, MAIL } = client?.record ?? {}
  return { name: [PRENOM, NOM].filter(Boolean).join(' ') || 'Client', mail: typeof MAIL === 'string' ? MAIL : null }
}
