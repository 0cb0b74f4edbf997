import { DEFAULT_ZONE, wallClock } from '../../../../schemas/dates.ts'
import { formatAgo, formatInstant } from '../../../ui/format/format.ts'

/** The platform's own time zone: an administrator sees several companies at once. */
export const at = (instant: string | null): string => formatInstant(instant, DEFAULT_ZONE)

export const ago = (instant: string, now = new Date()): string =>
  formatAgo(wallClock(new Date(instant), DEFAULT_ZONE), wallClock(now, DEFAULT_ZONE))

/** Days without a call after which a device is marked. */
const QUIET_DAYS = 3
export const isQuiet = (instant: string, now = Date.now()): boolean =>
  now - Date.parse(instant) > QUIET_DAYS * 24 * 3_600_000
