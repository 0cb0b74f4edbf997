import { useMemo } from 'react'
import { mayUse } from '../../../schemas/access.ts'
import { addDays, wallClock } from '../../../schemas/dates.ts'
import { type TakenTime, takenTimes, unseenTimes } from '../../../schemas/rules/occupation.ts'
import { useOccupation } from '../../data/records/use-occupation.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useStaff } from './use-staff.ts'

/** What this device knows of the times that its person may not see as appointments or works. */
export interface UnseenTimes {
  times: TakenTime[]
  /** Wall clock at which the server gave them, and the days that they cover, both included; null while there are none here. */
  known: { at: string; from: string; to: string } | null
}

/**
 * Times at which colleagues are taken by what this person may not see (DAY-01). undefined until the first answer, and for who does not plan.
 * @param seen what the screen shows of appointments and works: a time that has come into sight since is not given twice
 */
export function useUnseenTimes(seen: readonly TakenTime[] | undefined): UnseenTimes | undefined {
  const occupation = useOccupation()
  const plans = mayUse(useStaff(), 'occupation.read')
  const zone = useZone()
  return useMemo(() => {
    if (!plans || occupation === undefined || !seen) return undefined
    const [first, last] = [occupation?.weeks[0], occupation?.weeks.at(-1)]
    if (!occupation || !first || !last) return { times: [], known: null }
    return {
      times: unseenTimes(takenTimes(occupation.weeks), seen),
      known: { at: wallClock(new Date(occupation.at), zone), from: first.SEMAINE, to: addDays(last.SEMAINE, 6) },
    }
  }, [plans, occupation, seen, zone])
}
