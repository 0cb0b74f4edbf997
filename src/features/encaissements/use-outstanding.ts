import { useMemo } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useOutbox } from '../../data/records/use-outbox.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { type Due, dues, type Waiting } from './outstanding.ts'

/** A query of its own for what is not settled: the index holds these orders alone, however many others there are. */
const OPEN_ORDERS = { selector: { CLE_SOLDE: { $gt: '' } }, sort: [{ CLE_SOLDE: 'asc' as const }] }

/** What the outbox still holds of payments. What the server has acknowledged is in the quote once that was pulled. */
const STATES: readonly string[] = ['pending', 'sent']

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
  const entries = useOutbox()?.filter(({ resource, state }) => resource === 'paiement' && STATES.includes(state))
  const paiements = useRecords(
    'paiement',
    entries?.map(({ recordId }) => recordId),
    { stale: true },
  )
  // A settled order may owe something again by what waits here.
  const touched = useRecords('devis', paiements && [...paiements.values()].map(({ IDDEVIS }) => IDDEVIS), {
    stale: true,
  })
  const devis = useMemo(
    () =>
      open && touched
        ? [...new Map([...open, ...touched.values()].map((one) => [one.IDDEVIS, one])).values()]
        : undefined,
    [open, touched],
  )
  const projets = useRecords(
    'projet',
    devis?.map(({ IDPROJET }) => IDPROJET),
    { stale: true },
  )
  const acts = JSON.stringify(entries?.map(({ recordId, action }) => [recordId, action]))
  return useMemo(() => {
    if (devis === undefined || projets === undefined || paiements === undefined || acts === undefined) return undefined
    const waiting = (JSON.parse(acts) as [string, string][]).flatMap(([id, action]): Waiting[] => {
      const paiement = paiements.get(id)
      return paiement && (action === 'create' || action === 'cancelPayment') ? [{ paiement, act: action }] : []
    })
    const all = dues({ devis, projets, waiting: settled(waiting), zone })
    return {
      all: seesAgencies(staff) ? all : all.filter(({ responsable }) => responsable === staff.id),
      waiting: new Set(waiting.map(({ paiement }) => paiement.id)).size,
    }
  }, [devis, projets, paiements, acts, zone, staff])
}

/** What was entered and cancelled here, both unsent, counts nothing: `worth` of a cancelled payment is 0, so its cancellation is left out. */
const settled = (waiting: readonly Waiting[]): Waiting[] => {
  const made = new Set(waiting.filter(({ act }) => act === 'create').map(({ paiement }) => paiement.id))
  return waiting.filter(({ act, paiement }) => act === 'create' || !made.has(paiement.id))
}
