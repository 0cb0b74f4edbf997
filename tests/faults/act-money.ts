import { today } from '../../schemas/dates.ts'
import type { ResourceRecord } from '../../schemas/resources.ts'
import { replacementId } from '../../schemas/rules/corrections.ts'
import { type Order, paiementIssues, type Received } from '../../schemas/rules/encaissements.ts'
import { type ActContext, isDirector, type Written } from './act-types.ts'

/** Payments of signed quotes (DAY-06): entered, given back, cancelled, corrected. Nothing of one is ever changed. */
export const MONEY_ACTS = ['payment', 'cash', 'refund', 'cancel-payment', 'correct-payment'] as const
type MoneyAct = (typeof MONEY_ACTS)[number]

export const isMoneyAct = (kind: string): kind is MoneyAct => (MONEY_ACTS as readonly string[]).includes(kind)

type Paiement = ResourceRecord<'paiement'>

const ENTERED = {
  /** More than half of each order: the second one is over its balance, which is allowed. */
  payment: { MONTANT: 7_000, MOYEN: 'virement', GENRE: 'acompte' },
  /** More than half of what may be taken in cash for one order. */
  cash: { MONTANT: 600_00, MOYEN: 'especes', GENRE: 'autre' },
  refund: { MONTANT: 1_500, MOYEN: 'cheque', GENRE: 'remboursement' },
} as const satisfies Record<string, Partial<Paiement>>

const ZONE = 'Europe/Paris'

export async function doMoneyAct(context: ActContext, kind: MoneyAct): Promise<Written | null> {
  if (kind === 'cancel-payment') return cancel(context)
  return kind === 'correct-payment' ? correct(context) : enter(context, ENTERED[kind])
}

/** The form refuses what the law forbids, as far as the phone knows the order's payments. */
async function enter(
  { device, word, among, made }: ActContext,
  values: (typeof ENTERED)[keyof typeof ENTERED],
): Promise<Written | null> {
  const order = await among('devis', ({ DEVIS_SIGNE }) => DEVIS_SIGNE === 1)
  if (!order) return null
  const payments: Received[] = []
  for (const id of await device.ids('paiement')) {
    const one = (await device.shown('paiement', id)) as Paiement | null
    if (one?.IDDEVIS === order.id) payments.push(one)
  }
  const entered = { ...values, DATE_PAIEMENT: today(ZONE) }
  const known = { order: order.shown as unknown as Order, payments, zone: ZONE, now: new Date() }
  if (paiementIssues({ id: '', ...entered }, known).length > 0) return null
  const about = { IDDEVIS: order.id, IDPROJET: String(order.shown.IDPROJET) }
  return made('paiement', await device.commands.create('paiement', { ...about, ...entered, NOTE: word }))
}

/** Whoever entered it, and the office (until it was sent, nobody else has it). */
const wrongOne = ({ me, among }: ActContext) =>
  among(
    'paiement',
    ({ ANNULE_LE, IDPERSONNEL }) => ANNULE_LE === null && ((IDPERSONNEL ?? me) === me || isDirector(me)),
  )

async function cancel(context: ActContext): Promise<Written | null> {
  const payment = await wrongOne(context)
  if (!payment) return null
  await context.device.commands.cancelPayment(payment.id, context.word)
  return { resource: 'paiement', id: payment.id, word: context.word, over: null }
}

/** Why a correction cancels the wrong one: what the form proposes. */
export const CORRECTION_REASON = 'Erreur de saisie'

/** « Corriger »: the wrong one is cancelled, and the same money is entered again. */
async function correct(context: ActContext): Promise<Written | null> {
  const { device, word, made } = context
  const payment = await wrongOne(context)
  if (!payment) return null
  const { IDDEVIS, IDPROJET, MONTANT, MOYEN, GENRE, DATE_PAIEMENT } = payment.shown as Paiement
  await device.commands.cancelPayment(payment.id, CORRECTION_REASON)
  const values = { IDDEVIS, IDPROJET, MONTANT, MOYEN, GENRE, DATE_PAIEMENT, NOTE: word }
  return made('paiement', await device.commands.create('paiement', values, { id: replacementId(payment.id) }))
}
