import { today } from '../../../schemas/dates.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { dueOf as wholeOf } from '../../../schemas/rules/encaissements.ts'
import { firstPaymentDay } from '../../../schemas/rules/payments.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { type Waiting, waitingByDevis } from '../../domain/paiements/waiting-payments.ts'
import { paiementsText } from '../../text/paiements.ts'
import { formatDate } from '../../ui/format/format.ts'

type Devis = LocalRecord<'devis'>
type Projet = LocalRecord<'projet'>

/** An order that is not settled. */
export interface Due {
  devis: Devis
  /** Cents; one of the two is 0. */
  left: number
  over: number
  /** First day on which a payment is lawful, `yyyy-MM-dd`. */
  from: string
  /** '' for none. */
  agence: string
  responsable: string
}

/** SOLDE of the quotes, less what waits on this device; settled ones are left out. */
export function dues({
  devis,
  projets,
  waiting,
  zone,
}: {
  devis: readonly Devis[]
  projets: ReadonlyMap<string, Projet>
  waiting: readonly Waiting[]
  zone: string
}): Due[] {
  const pending = waitingByDevis(waiting)
  return devis.flatMap((one) => {
    const solde = (one.SOLDE ?? 0) - (pending.get(one.IDDEVIS) ?? 0)
    if (solde === 0 || one.DATE_SIGNATURE === null) return []
    const projet = projets.get(one.IDPROJET)
    return {
      devis: one,
      left: Math.max(0, solde),
      over: Math.max(0, -solde),
      from: firstPaymentDay(one.DATE_SIGNATURE, zone),
      agence: projet?.IDAGENCE ?? '',
      responsable: projet?.IDRESPONSABLEPROJET ?? one.IDRESPONSABLEPROJET ?? '',
    }
  })
}

export interface Sums {
  orders: number
  /** Left to pay and lawful to ask for today; not lawful yet. */
  lawful: number
  early: number
  over: number
}

export interface SumRow extends Sums {
  /** An agency or a person; '' for none. */
  id: string
}

const none = (): Sums => ({ orders: 0, lawful: 0, early: 0, over: 0 })

function add(into: Sums, due: Due, day: string): void {
  into.orders += 1
  into.over += due.over
  if (day < due.from) into.early += due.left
  else into.lawful += due.left
}

export const leftOf = ({ lawful, early }: Sums): number => lawful + early

/** Exact sums by person or by agency, what is owed most first. @param day the company's day `yyyy-MM-dd` */
export function sums(all: readonly Due[], by: 'agence' | 'responsable', day: string): { rows: SumRow[]; total: Sums } {
  const rows = new Map<string, SumRow>()
  const total = none()
  for (const due of all) {
    const row = rows.get(due[by]) ?? { id: due[by], ...none() }
    rows.set(row.id, row)
    add(row, due, day)
    add(total, due, day)
  }
  const order = [...rows.values()].sort((a, b) => leftOf(b) - leftOf(a) || b.over - a.over || (a.id < b.id ? -1 : 1))
  return { rows: order, total }
}

/** The orders of a person or an agency; undefined for all. The oldest signature first. */
export const dueOf = (all: readonly Due[], where: { agence?: string | undefined; responsable?: string | undefined }) =>
  all
    .filter(
      (one) =>
        (where.agence === undefined || one.agence === where.agence) &&
        (where.responsable === undefined || one.responsable === where.responsable),
    )
    .sort(
      (a, b) =>
        (a.devis.DATE_SIGNATURE ?? '').localeCompare(b.devis.DATE_SIGNATURE ?? '') ||
        (a.devis.IDDEVIS < b.devis.IDDEVIS ? -1 : 1),
    )

/** Euros in the notation of a French spreadsheet. */
const euros = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')

export interface ExportNames {
  agence: (id: string) => string
  person: (id: string) => string
  client: (id: string) => string
}

/** One line an order, with the heads first and the totals last. Of an order that has ended the total is what is still due of it, so that each line adds up. */
export function exportRows(all: readonly Due[], names: ExportNames, zone: string): unknown[][] {
  const sum = (of: (due: Due) => number): number => all.reduce((cents, due) => cents + of(due), 0)
  const received = (due: Due): number => wholeOf(due.devis) - due.left + due.over
  return [
    [...paiementsText.outstanding.csv],
    ...all.map((due) => [
      names.agence(due.agence),
      names.person(due.responsable),
      names.client(due.devis.IDCLIENT),
      devisEntity.label(due.devis),
      formatDate(today(zone, new Date(due.devis.DATE_SIGNATURE ?? ''))),
      formatDate(due.from),
      euros(wholeOf(due.devis)),
      euros(received(due)),
      euros(due.left),
      euros(due.over),
    ]),
    [
      paiementsText.outstanding.total,
      '',
      '',
      '',
      '',
      '',
      euros(sum(({ devis }) => wholeOf(devis))),
      euros(sum(received)),
      euros(sum(({ left }) => left)),
      euros(sum(({ over }) => over)),
    ],
  ]
}
