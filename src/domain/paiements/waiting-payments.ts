import { dueOf, worth } from '../../../schemas/rules/encaissements.ts'
import { type Balance, balanceOf } from '../../../schemas/rules/payments.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'

/** What this device entered or cancelled and the server does not count in SOLDE yet. */
export interface Waiting {
  paiement: LocalRecord<'paiement'>
  act: 'create' | 'cancelPayment'
}

/** What was entered and cancelled here, both unsent, counts nothing: `worth` of a cancelled payment is 0, so its cancellation is left out. */
export const settled = (waiting: readonly Waiting[]): Waiting[] => {
  const made = new Set(waiting.filter(({ act }) => act === 'create').map(({ paiement }) => paiement.id))
  return waiting.filter(({ act, paiement }) => act === 'create' || !made.has(paiement.id))
}

const inCents = (waiting: Waiting): number =>
  waiting.act === 'create' ? worth(waiting.paiement) : -worth({ ...waiting.paiement, ANNULE_LE: null })

/** Cents that wait on this device, by IDDEVIS; what goes back to a customer, or is cancelled, takes away. */
export function waitingByDevis(waiting: readonly Waiting[]): Map<string, number> {
  const cents = new Map<string, number>()
  for (const one of waiting) cents.set(one.paiement.IDDEVIS, (cents.get(one.paiement.IDDEVIS) ?? 0) + inCents(one))
  return cents
}

/** By IDDEVIS, what is left to pay of the orders that these payments touch, counted as the server will count them (SOLDE_DEVIS). */
export function balancesWith(
  waiting: readonly Waiting[],
  devis: ReadonlyMap<string, Pick<LocalRecord<'devis'>, 'REFUSE' | 'PRIX_TTC' | 'MONTANT_CONSERVE' | 'SOLDE'>>,
): ReadonlyMap<string, Balance> {
  const balances = new Map<string, Balance>()
  for (const [id, cents] of waitingByDevis(waiting)) {
    const order = devis.get(id)
    if (!order || order.SOLDE === null) continue
    const due = dueOf(order)
    balances.set(id, balanceOf(due, due - order.SOLDE + cents))
  }
  return balances
}

/** The same works with what is left to pay of their quote as this device knows it. */
export const withBalance = <W extends { IDDEVIS: string | null }>(
  work: W,
  balances: ReadonlyMap<string, Balance>,
): W => {
  const balance = work.IDDEVIS === null ? undefined : balances.get(work.IDDEVIS)
  return balance ? { ...work, ...balance } : work
}
