import { useMemo } from 'react'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { isPending, isSuperseded } from '../../../schemas/rules/devis.ts'
import { useLiveList } from '../../data/records/use-live.ts'

type Devis = ResourceRecord<'devis'>

/** Ids of those of these quotes whose customer has signed another one of the project since they were sent; undefined until that is read. */
export function useSuperseded(devis: readonly Devis[] | undefined): ReadonlySet<string> | undefined {
  const sent = devis
    ?.flatMap((one) => (isPending(one) && one.DATE_TRANSMISSION ? [one.DATE_TRANSMISSION] : []))
    .sort()[0]
  const signed = useLiveList('devis', sent ? { selector: { CLE_SIGNATURE: { $gte: sent } } } : null)
  return useMemo(() => {
    if (devis === undefined || (sent !== undefined && signed === undefined)) return undefined
    return new Set(devis.filter((one) => isSuperseded(one, signed ?? [])).map((one) => one.IDDEVIS))
  }, [devis, sent, signed])
}
