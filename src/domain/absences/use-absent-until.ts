import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { absentStays } from '../../../schemas/rules/team-location.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useUnseenTimes } from '../personnels/use-unseen-times.ts'
import { lastDayOf } from './span.ts'

/**
 * Who is absent for the whole of a day, and the last day of that absence, from records and taken times (DAY-10); undefined until it is read.
 * @param day `yyyy-MM-dd`; null reads nothing
 */
export function useAbsentUntil(day: string | null): ReadonlyMap<string, string> | undefined {
  const absences = useLiveList('absence', day === null ? null : {})
  const seen = useMemo(
    () => (absences && day !== null ? absentStays(absences, { from: day, until: day }) : undefined),
    [absences, day],
  )
  const unseen = useUnseenTimes(seen)
  return useMemo(() => {
    if (!seen || day === null) return undefined
    const until = new Map<string, string>()
    for (const { IDPERSONNEL, kind, debut, fin } of [...seen, ...(unseen?.times ?? [])]) {
      if (kind !== 'absence' || debut > `${day} 00:00` || fin < `${addDays(day, 1)} 00:00`) continue
      const last = lastDayOf(fin)
      if (last > (until.get(IDPERSONNEL) ?? '')) until.set(IDPERSONNEL, last)
    }
    return until
  }, [seen, unseen, day])
}
