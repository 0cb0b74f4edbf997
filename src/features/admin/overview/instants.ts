import { wallClock } from '../../../../schemas/dates.ts'
import { formatAgo, formatInstant } from '../../../components/format.ts'
import { DEFAULT_ZONE } from '../../../components/resource/use-zone.ts'

/** The platform's own clock: an administrator reads several companies at once. */
export const at = (instant: string | null): string => formatInstant(instant, DEFAULT_ZONE)

export const ago = (instant: string, now = new Date()): string =>
  formatAgo(wallClock(new Date(instant), DEFAULT_ZONE), wallClock(now, DEFAULT_ZONE))

/** Days without a call after which a device is worth a look. */
const QUIET_DAYS = 3
export const isQuiet = (instant: string, now = Date.now()): boolean =>
  now - Date.parse(instant) > QUIET_DAYS * 24 * 3_600_000
