import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useBetween } from '../../domain/records/use-between.ts'
import { doneSince, type MyWorks, myWorks } from './my-interventions.ts'

/**
 * My interventions as live queries of this device: all that are not finalised well, those of today, and those that were finalised lately, or with
 * `all` ever; undefined until they are read.
 */
export function useMyInterventions(day: string, all: boolean): MyWorks<LocalRecord<'intervention'>> | undefined {
  const { account } = useSession()
  const mine = { IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: account.id } } }
  const open = useLiveList('intervention', { selector: { CLE_RETOUR: '', ...mine } })
  const today = useBetween('intervention', { from: day, until: day }, mine)
  const done = useLiveList('intervention', {
    // '' is the key of those that are not finalised well.
    selector: { CLE_RETOUR: { $gte: all ? '-' : doneSince(day) }, ...mine },
    sort: [{ CLE_RETOUR: 'asc' }],
  })
  return useMemo(() => {
    if (open === undefined || today === undefined || done === undefined) return undefined
    const works = new Map([...open, ...today, ...done].map((work) => [work.IDINTERVENTION, work]))
    return myWorks([...works.values()], { me: account.id, day, all })
  }, [open, today, done, account.id, day, all])
}
