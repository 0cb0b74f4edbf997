import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { LONG_DAYS } from '../../../schemas/rules/long-stays.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'
import { type Early, useLiveList } from '../../data/records/use-live.ts'

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
  options: Early = {},
): LocalRecord<R>[] | undefined {
  const queries = between && betweenQueries(between, only)
  const began = useLiveList(resource, queries?.began ?? null, options)
  const long = useLiveList(resource, queries?.long ?? null, options)
  return useMemo(() => (began === undefined || long === undefined ? undefined : together(began, long)), [began, long])
}

/** The same, once: for what is decided at one moment. */
export async function readBetween<R extends Stays>(
  data: LocalData,
  resource: R,
  between: Between,
): Promise<LocalRecord<R>[]> {
  const queries = betweenQueries(between, {})
  const [began, long] = await Promise.all([
    askList(data, resource, queries.began),
    askList(data, resource, queries.long),
  ])
  return together(began, long)
}

const betweenQueries = ({ from, until }: Between, only: Record<string, unknown>) => ({
  began: {
    selector: { RDV_DEBUT: { $gte: since(from), $lte: lastMinute(until) }, ...only },
    sort: [{ RDV_DEBUT: 'asc' as const }],
  },
  long: { selector: { CLE_LONG: { $gte: `${from} 00:00` }, ...only }, sort: [{ CLE_LONG: 'asc' as const }] },
})

/** Both answers as one, first one first: what began shortly before is in both when it is long. */
function together<R extends Stays>(began: LocalRecord<R>[], long: LocalRecord<R>[]): LocalRecord<R>[] {
  if (long.length === 0) return began
  const idOf = (one: LocalRecord<R>): string => ('IDRDV' in one ? one.IDRDV : one.IDINTERVENTION)
  return [...new Map([...began, ...long].map((one) => [idOf(one), one])).values()].sort((a, b) =>
    a.RDV_DEBUT < b.RDV_DEBUT ? -1 : a.RDV_DEBUT > b.RDV_DEBUT ? 1 : 0,
  )
}

const since = (day: string): string => `${addDays(day, -LONG_DAYS)} 00:00`
const lastMinute = (until: string): string => (until.length > 'yyyy-MM-dd'.length ? until : `${until} 23:59`)
