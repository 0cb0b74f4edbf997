import { frenchDate, wallClock } from '../../schemas/dates.ts'

interface Submitted {
  /** When the customer declared the withdrawal: the instant that counts for the period. */
  declared: Date
  /** When the customer confirmed it, an hour later at most. */
  confirmed: Date
}

function clockWords(instant: Date, zone: string): string {
  const [day, time] = wallClock(instant, zone).split(' ') as [string, string]
  return `le ${frenchDate(day)} à ${time}`
}

const isSameDay = ({ declared, confirmed }: Submitted, zone: string): boolean =>
  wallClock(declared, zone).slice(0, 10) === wallClock(confirmed, zone).slice(0, 10)

/**
 * When a withdrawal was submitted: the receipt is the customer's proof that it was in time (L221-21). Around midnight it says both instants, because
 * the second one alone may be a day on which the period is over.
 */
export const submittedWords = (submitted: Submitted, zone: string): string =>
  isSameDay(submitted, zone)
    ? `reçue ${clockWords(submitted.declared, zone)}`
    : `déclarée ${clockWords(submitted.declared, zone)} et confirmée ${clockWords(submitted.confirmed, zone)}`

/** For the journal, whose entries have the instant of the confirmation; empty where the day is the same. */
export const declaredBefore = (submitted: Submitted, zone: string): string =>
  isSameDay(submitted, zone) ? '' : ` (déclaré ${clockWords(submitted.declared, zone)})`
