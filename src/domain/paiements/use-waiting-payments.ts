import { useMemo } from 'react'
import type { Balance } from '../../../schemas/rules/payments.ts'
import { useOutbox } from '../../data/records/use-outbox.ts'
import { NO_RECORDS, type Records, useRecords } from '../../data/records/use-records.ts'
import { balancesWith, settled, type Waiting } from './waiting-payments.ts'

/** What the outbox still holds of payments. What the server has acknowledged is in the quote once that was pulled. */
const STATES: readonly string[] = ['pending', 'sent']

export interface WaitingPayments {
  waiting: Waiting[]
  /** The orders that these payments belong to. */
  devis: Records<'devis'>
}

/** Payments that this device entered or cancelled and the server does not count yet; undefined until they are read. */
export function useWaitingPayments(): WaitingPayments | undefined {
  const entries = useOutbox()?.filter(({ resource, state }) => resource === 'paiement' && STATES.includes(state))
  const paiements = useRecords(
    'paiement',
    entries?.map(({ recordId }) => recordId),
    { stale: true },
  )
  const devis = useRecords('devis', paiements && [...paiements.values()].map(({ IDDEVIS }) => IDDEVIS), {
    stale: true,
  })
  const acts = JSON.stringify(entries?.map(({ recordId, action }) => [recordId, action]))
  return useMemo(() => {
    if (paiements === undefined || devis === undefined || acts === undefined) return undefined
    const waiting = (JSON.parse(acts) as [string, string][]).flatMap(([id, action]): Waiting[] => {
      const paiement = paiements.get(id)
      return paiement && (action === 'create' || action === 'cancelPayment') ? [{ paiement, act: action }] : []
    })
    return { waiting: settled(waiting), devis }
  }, [paiements, devis, acts])
}

/** By IDDEVIS, what is left to pay of the orders with payments that the server does not count yet. */
export function useLocalBalances(): ReadonlyMap<string, Balance> {
  const found = useWaitingPayments()
  return useMemo(() => (found ? balancesWith(found.waiting, found.devis) : NO_RECORDS), [found])
}
