import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { LONG_DAYS } from '../../../schemas/rules/long-stays.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'

type Stays = 'rdv' | 'intervention'

/** What takes place between two moments. */
export interface Between {
  /** First day. */
  from: string
  /** Last day, or a minute of it. */
  until: string
}

/**
 * Appointments or works that may take place between two days, first one first: those that began in them or shortly before, and long ones that have not
 * ended; undefined until both are read. `only` is a selector that each of them matches. Null reads nothing.
 */
export function useBetween<R extends Stays>(
  resource: R,
  between: Between | null,
  only: Record<string, unknown> = {},
): LocalRecord<R>[] | undefined {
  const began = useLiveList(
    resource,
    between && {
      selector: { RDV_DEBUT: { $gte: since(between.from), $lte: lastMinute(between.until) }, ...only },
      sort: [{ RDV_DEBUT: 'asc' }],
    },
  )
  const long = useLiveList(
    resource,
    between && { selector: { CLE_LONG: { $gte: `${between.from} 00:00` }, ...only }, sort: [{ CLE_LONG: 'asc' }] },
  )
  return useMemo(() => {
    if (began === undefined || long === undefined) return undefined
    if (long.length === 0) return began
    const idOf = (one: LocalRecord<R>): string => ('IDRDV' in one ? one.IDRDV : one.IDINTERVENTION)
    return [...new Map([...began, ...long].map((one) => [idOf(one), one])).values()].sort((a, b) =>
      a.RDV_DEBUT < b.RDV_DEBUT ? -1 : a.RDV_DEBUT > b.RDV_DEBUT ? 1 : 0,
    )
  }, [began, long])
}

const since = (day: string): string => `${addDays(day, -LONG_DAYS)} 00:00`
const lastMinute = (until: string): string => (until.length > 'yyyy-MM-dd'.length ? until : `${until} 23:59`)
