import { useMemo } from 'react'
import { addDays, minutesBetween } from '../../../schemas/dates.ts'
import { type FreeSlot, freeSlots } from '../../../schemas/rules/free-slots.ts'
import {
  conflictsOf,
  type Planned,
  type TakenTime,
  takenTimes,
  unseenTimes,
} from '../../../schemas/rules/occupation.ts'
import { readOccupation } from '../../../sync/replicate/occupation.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { useHours } from '../../data/session/use-hours.ts'
import { useNow } from '../../data/session/use-now.ts'
import { occupationDoubt } from '../personnels/occupation-doubt.ts'
import { useStaff } from '../personnels/use-staff.ts'
import { type UnseenTimes, useUnseenTimes } from '../personnels/use-unseen-times.ts'
import type { Between } from '../records/use-between.ts'
import { readStays, useStays } from '../records/use-stays.ts'

/** How far ahead free slots are looked for. */
const SEARCH_DAYS = 14
const NOTHING: readonly never[] = []

/** A taken time; of its own appointment, works or absence, or of no record that this person may see (`id` null). */
export type Conflict = TakenTime & { id: string | null; objet?: string | null }

const daysOf = ({ start, end }: Planned) => ({ from: start.slice(0, 10), to: end.slice(0, 10) })
const betweenOf = (planned: Planned): Between => ({ from: daysOf(planned).from, until: planned.end })
const all = (stays: readonly Conflict[], unseen: readonly TakenTime[]): Conflict[] => [
  ...stays,
  ...unseen.map((one) => ({ ...one, id: null })),
]

/** The last day on which free slots may be proposed; null where a colleague's times are not known at all. */
function lastDay(planned: Planned, { isOthers, unseen }: { isOthers: boolean; unseen: UnseenTimes | undefined }) {
  const far = addDays(daysOf(planned).from, SEARCH_DAYS)
  if (!isOthers) return far
  if (!unseen?.known) return null
  return unseen.known.to < far ? unseen.known.to : far
}

/** What takes people between two days, as this device knows it (DAY-01); undefined until the records are read. */
export function useTakenTimes(between: Between | null): readonly Conflict[] | undefined {
  const stays = useStays(between)
  const unseen = useUnseenTimes(stays)
  return useMemo(() => stays && all(stays, unseen?.times ?? NOTHING), [stays, unseen])
}

export interface Taken {
  conflicts: readonly Conflict[]
  /** The next free slots of the same length; none without a conflict, or until they are found. */
  slots: readonly FreeSlot[]
  /** What is not known, in words. */
  doubt: string | null
}

/** What takes these people at that time, from this device: appointments, works and absences, and times that are out of sight (DAY-01). @param slots whether free slots are looked for */
export function useTaken(planned: Planned, { slots: wanted = true }: { slots?: boolean } = {}): Taken {
  const stays = useStays(betweenOf(planned))
  const unseen = useUnseenTimes(stays)
  const now = useNow()
  const hours = useHours()
  const me = useStaff().id
  const conflicts = conflictsOf(planned, all(stays ?? NOTHING, unseen?.times ?? NOTHING))
  const isOthers = planned.people.some((id) => id !== me)
  const doubt = isOthers ? occupationDoubt(unseen, { ...daysOf(planned), now }) : null

  const { people, start, end, id } = planned
  const last = lastDay(planned, { isOthers, unseen })
  const later = useStays(
    !wanted || conflicts.length === 0 || last === null ? null : { from: daysOf(planned).from, until: last },
    {
      IDPERSONNELS: { $elemMatch: { $in: [...people].sort() } },
    },
  )
  const slots = useMemo(() => {
    if (!later || last === null) return NOTHING
    const from = start < now ? now : start
    const taken = conflictsOf({ people, start: from, end: `${last} 23:59`, id }, all(later, unseen?.times ?? NOTHING))
    return freeSlots({ from, minutes: minutesBetween(start, end), taken, until: last }, hours)
  }, [later, last, unseen, people, start, end, id, now, hours])
  return { conflicts, slots, doubt }
}

/**
 * Who is taken at that time, read once from this device before a save: the times that a screen shows may still be those of the former hour.
 * @param plans may this person know when colleagues are taken
 */
export async function readConflicts(
  data: LocalData,
  planned: Planned,
  { plans }: { plans: boolean },
): Promise<Conflict[]> {
  const between = betweenOf(planned)
  const [stays, occupation] = await Promise.all([readStays(data, between), plans ? readOccupation(data.db) : null])
  return conflictsOf(planned, all(stays, unseenTimes(takenTimes(occupation?.weeks ?? []), stays)))
}
