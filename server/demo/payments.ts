import { addDays } from '../../schemas/dates.ts'
import { paiement } from '../../schemas/entities/paiement.ts'
import { isCommande } from '../../schemas/rules/devis.ts'
import type { GenrePaiement, Moyen } from '../../schemas/rules/payment-kinds.ts'
import { firstPaymentDay } from '../../schemas/rules/payments.ts'
import { wallAt } from './days.ts'
import { type Devis, makeRecord } from './record.ts'
import type { World } from './world.ts'

const MOYENS: readonly Moyen[] = ['cheque', 'virement', 'carte']
/** Days after the first lawful one on which the balance comes, once the works are over. */
const WORKS_DAYS = 45
const DEPOSIT = 0.3

/**
 * What customers have paid: nearly all a deposit once it was lawful, and the balance weeks later. Call it last: it draws nothing for others.
 * @param skip customers, from the first, who have paid nothing: journeys pay their orders
 */
export function receivePayments(world: World, skip = 0): void {
  const { batch, today, cast } = world
  const unpaid = new Set(batch.clients.slice(0, skip).map(({ IDCLIENT }) => IDCLIENT))
  const orders = batch.devis.filter((one) => isCommande(one) && one.REFUSE !== 1 && !unpaid.has(one.IDCLIENT))
  for (const [i, order] of orders.entries()) {
    if (order.DATE_SIGNATURE === null || i % 7 === 0) continue
    const first = addDays(firstPaymentDay(order.DATE_SIGNATURE, cast.zone), i % 5)
    const deposit = Math.round((order.PRIX_TTC * DEPOSIT) / 100) * 100
    const put = (day: string, MONTANT: number, GENRE: GenrePaiement): void => {
      if (day > today) return
      const MOYEN = MOYENS[(i + (GENRE === 'solde' ? 1 : 0)) % MOYENS.length] ?? 'virement'
      batch.paiements.push(payment(world, order, { day, MONTANT, GENRE, MOYEN, rank: i }))
    }
    put(first, deposit, 'acompte')
    if (i % 11 !== 0) put(addDays(first, WORKS_DAYS), order.PRIX_TTC - deposit, 'solde')
  }
}

interface Said {
  day: string
  MONTANT: number
  GENRE: GenrePaiement
  MOYEN: Moyen
  rank: number
}

function payment(world: World, order: Devis, { day, MONTANT, GENRE, MOYEN, rank }: Said) {
  const wall = wallAt(day, 10 * 60)
  return makeRecord(paiement, {
    id: world.id(wall),
    IDDEVIS: order.IDDEVIS,
    IDPROJET: order.IDPROJET,
    MONTANT,
    MOYEN,
    GENRE,
    DATE_PAIEMENT: day,
    REFERENCE: MOYEN === 'cheque' ? String(1_000_000 + rank) : null,
    IDPERSONNEL: order.IDRESPONSABLEPROJET,
    DATE_CREATION: world.instant(wall),
  })
}
