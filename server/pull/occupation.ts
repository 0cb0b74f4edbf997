import { createHash } from 'node:crypto'
import { canSee, type Staff } from '../../schemas/access.ts'
import { addDays } from '../../schemas/dates.ts'
import { ABSENCES_SINCE, type TakenWeek, takenMondays, toTakenWeeks } from '../../schemas/rules/occupation.ts'
import type { Tx } from '../plugins/database/database.ts'
import { type GuardedTime, lastPlanningSeq, takenTimesOfAll } from '../repositories/occupation.ts'

export const PRINT_LENGTH = 16
const printOf = (week: object): string =>
  createHash('sha256').update(JSON.stringify(week)).digest('hex').slice(0, PRINT_LENGTH)

/** Companies whose times are remembered: those whose devices asked last. */
const REMEMBERED = 20

interface Asker {
  companyId: string
  staff: Staff
  /** The present day on the company's clock. */
  day: string
  /** Prints of the weeks that the asker has. */
  known: readonly string[]
  /** Version of the records' shape that their app speaks. */
  version: number
}

/** As devices keep it; PRIS is null where they have the week already. */
type SentWeek = Omit<TakenWeek, 'PRIS'> & { PRIS: TakenWeek['PRIS'] | null }

/**
 * Weeks of the times at which colleagues are taken by what the asker may not see (PULL-12): the exact complement of what a pull shows them. The times of a
 * company are read once for each change: all its devices hear of it and ask at the same moment, and each is answered from one list.
 */
export function createOccupation(): (tx: Tx, asker: Asker) => Promise<SentWeek[]> {
  const remembered = new Map<string, { key: string; times: Promise<readonly GuardedTime[]> }>()

  const timesOf = async (tx: Tx, companyId: string, mondays: readonly string[]): Promise<readonly GuardedTime[]> => {
    const from = mondays[0] as string
    const before = addDays(mondays.at(-1) as string, 7)
    // Read first: what is written between the two is read again at the next call.
    const key = `${await lastPlanningSeq(tx)} ${from}`
    const last = remembered.get(companyId)
    if (last?.key === key) return last.times
    const times = takenTimesOfAll(tx, { from, before })
    remembered.delete(companyId)
    remembered.set(companyId, { key, times })
    const [oldest] = remembered.keys()
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    times.catch(() => remembered.delete(companyId))
    return times
  }

  return async (tx, { companyId, staff, day, known, version }) => {
    const mondays = takenMondays(day)
    const hidden = (await timesOf(tx, companyId, mondays)).filter(
      ({ viewers, resource }) => !canSee(staff, viewers, resource),
    )
    const isOld = version < ABSENCES_SINCE
    const told = isOld ? hidden.map((one) => (one.kind === 'absence' ? { ...one, kind: 'rdv' as const } : one)) : hidden
    return toTakenWeeks(mondays, told).map(({ SEMAINE, PRIS }) => {
      const EMPREINTE = printOf({ SEMAINE, PRIS })
      return { SEMAINE, EMPREINTE, PRIS: known.includes(EMPREINTE) ? null : PRIS }
    })
  }
}
