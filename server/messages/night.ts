import { addDays, instantOf, wallClock } from '../../schemas/dates.ts'

/** Hours of the company's clock between which no message that waited reaches a customer (the hours of reminders: schemas/rules/annonces.ts). */
const EVENING = '21:00'
const MORNING = '08:00'
/** An appointment that begins before this hour of the same morning is told at night too: later it would be past. */
const TOO_LATE = '09:00'

export interface Night {
  /** When it ends. */
  end: Date
  /** The company's wall clock: an appointment before it cannot wait. */
  tooLate: string
}

/** The night that it is now for a company; null by day. Pure. */
export function nightOf(at: Date, zone: string): Night | null {
  const [day = '', time = ''] = wallClock(at, zone).split(' ')
  if (time >= MORNING && time < EVENING) return null
  const next = time < MORNING ? day : addDays(day, 1)
  const end = instantOf(`${next} ${MORNING}`, zone)
  return end && { end, tooLate: `${next} ${TOO_LATE}` }
}

/** Asked so long ago, a message waited: for a network, for a server, or for its next try. */
export const WAITED_SECONDS = 15 * 60

/** Whether a device asked for it long before the server knew. */
export const waited = (asked: string, now: Date): boolean => Date.parse(asked) < now.getTime() - WAITED_SECONDS * 1000

/** What the payload of a message says of that: it is not sent at night. */
export const waitedMark = (late = false): { waited?: true } => (late ? { waited: true } : {})
