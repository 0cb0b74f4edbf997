import { useMemo } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useWaitingPayments } from '../../domain/paiements/use-waiting-payments.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { type Due, dues } from './outstanding.ts'

/** A query of its own for what is not settled: the index holds these orders alone, however many others there are. */
const OPEN_ORDERS = { selector: { CLE_SOLDE: { $gt: '' } }, sort: [{ CLE_SOLDE: 'asc' as const }] }

interface Outstanding {
  all: Due[]
  /** Payments of this device that the server does not know yet. */
  waiting: number
}

/**
 * Orders that are not settled: of those that this device has, whose project is this person's, or of all for the office. Undefined until everything is read.
 */
export function useOutstanding(): Outstanding | undefined {
  const zone = useZone()
  const staff = useStaff()
  const open = useLiveList('devis', OPEN_ORDERS)
  const entered = useWaitingPayments()
  const devis = useMemo(
    () =>
      // A settled order may owe something again by what waits here.
      open && entered
        ? [...new Map([...open, ...entered.devis.values()].map((one) => [one.IDDEVIS, one])).values()]
        : undefined,
    [open, entered],
  )
  const projets = useRecords(
    'projet',
    devis?.map(({ IDPROJET }) => IDPROJET),
    { stale: true },
  )
  return useMemo(() => {
    if (devis === undefined || projets === undefined || entered === undefined) return undefined
    const { waiting } = entered
    const all = dues({ devis, projets, waiting, zone })
    return {
      all: seesAgencies(staff) ? all : all.filter(({ responsable }) => responsable === staff.id),
      waiting: new Set(waiting.map(({ paiement }) => paiement.id)).size,
    }
  }, [devis, projets, entered, zone, staff])
}
