import { addDays } from '../../../schemas/dates.ts'
import { formatDateTime, formatShortDay, formatTimeRange } from '../../ui/format/format.ts'

interface Span {
  debut: string
  fin: string
}

const dayOf = (wall: string): string => wall.slice(0, 10)
const isMidnight = (wall: string): boolean => wall.endsWith(' 00:00')

/** The last day of a time: one that ends at midnight ends the day before. */
export const lastDayOf = (fin: string): string => (isMidnight(fin) ? addDays(dayOf(fin), -1) : dayOf(fin))

/** « jeu. 26 nov. », « jeu. 26 nov. – ven. 27 nov. » of whole days; with hours « jeu. 26 nov., 09:00 – 10:00 ». */
export function spanOf({ debut, fin }: Span): string {
  const [first, last] = [dayOf(debut), lastDayOf(fin)]
  if (isMidnight(debut) && isMidnight(fin)) {
    return first === last ? formatShortDay(first) : `${formatShortDay(first)} – ${formatShortDay(last)}`
  }
  return first === last
    ? `${formatShortDay(first)}, ${formatTimeRange(debut, fin)}`
    : `${formatDateTime(debut)} – ${formatDateTime(fin)}`
}
