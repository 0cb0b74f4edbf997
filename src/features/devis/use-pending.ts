import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveLists } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useSuperseded } from '../../domain/devis/use-superseded.ts'
import { useStops } from '../../domain/projets/use-stops.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { type Clock, followGroups, longestFirst } from './devis-follow.ts'

type Devis = LocalRecord<'devis'>

export interface Pending {
  /** Of my projects alone. */
  mine: boolean
  list: Devis[]
  /** Of a quote that stands for its variants: how many there are. */
  counts: ReadonlyMap<string, number>
}

/** Pending quotes of this device whose project goes on and whose customer has not signed another one, the longest wait first, one for all its variants; undefined until they are read. */
export function usePending(mine: boolean, clock: Clock): Pending | undefined {
  const { account } = useSession()
  const { lists, current } = useLiveLists('devis', [{ selector: { CLE_ATTENTE: mine ? account.id : { $gt: '' } } }])
  const rows = current ? lists?.[0] : undefined
  const over = useSuperseded(rows)
  const stopOf = useStops(useMemo(() => rows?.map(({ IDPROJET }) => ({ IDPROJET })), [rows]))
  const { zone, day } = clock
  const pending = useMemo(() => {
    if (!rows || !over || !stopOf) return undefined
    const groups = followGroups(
      rows.filter(({ IDDEVIS, IDPROJET }) => !over.has(IDDEVIS) && stopOf({ IDPROJET }) === null),
      { day },
    )
    return {
      mine,
      list: longestFirst(
        groups.map(({ devis }) => devis),
        { zone, day },
      ),
      counts: new Map(groups.map(({ devis, count }) => [devis.IDDEVIS, count])),
    }
  }, [rows, over, stopOf, mine, zone, day])
  // What is listed stays until the projects of other quotes are read. My quotes are never shown as everybody's: their number and sum are others (DAY-03).
  const last = useLast(pending)
  return last?.mine === mine ? last : undefined
}
