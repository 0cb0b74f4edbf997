import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList, useLiveLists } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { type StopOf, useStops } from '../../domain/projets/use-stops.ts'
import { useBetween } from '../../domain/records/use-between.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { doneSince, type MyWorks, myWorks } from './my-interventions.ts'

interface MyList extends MyWorks<LocalRecord<'intervention'>> {
  /** Finalised works of all times, not only of lately. */
  all: boolean
  stopOf: StopOf
}

/**
 * My interventions as live queries of this device: all that are not finalised well, those of today, and those that were finalised lately, or with
 * `all` ever; undefined until they are read. Of a stopped project only what is planned today stays, because somebody may be on the way, and what was done.
 */
export function useMyInterventions(day: string, all: boolean): MyList | undefined {
  const { account } = useSession()
  const planned = { IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: account.id } } }
  const open = useLiveList('intervention', { selector: { CLE_RETOUR: '', ...planned } })
  const today = useBetween('intervention', { from: day, until: day }, planned)
  const { lists, current } = useLiveLists('intervention', [
    {
      // '' is the key of those that are not finalised well.
      selector: { CLE_RETOUR: { $gte: all ? '-' : doneSince(day) }, ...planned },
      sort: [{ CLE_RETOUR: 'asc' }],
    },
  ])
  // While older ones are read, what is known is still the list of lately.
  const done = current ? lists?.[0] : undefined
  const stopOf = useStops(open, today, done)
  const sections = useMemo((): MyList | undefined => {
    if (open === undefined || today === undefined || done === undefined || stopOf === undefined) return undefined
    const works = new Map([...open, ...today, ...done].map((work) => [work.IDINTERVENTION, work]))
    const mine = myWorks([...works.values()], { me: account.id, day, all })
    const going = (list: typeof mine.late): typeof mine.late => list.filter(({ work }) => stopOf(work) === null)
    return { ...mine, late: going(mine.late), next: going(mine.next), stopOf, all }
  }, [open, today, done, stopOf, account.id, day, all])
  // What is listed stays until the projects of other works are read.
  return useLast(sections)
}
