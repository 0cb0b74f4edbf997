import { isDateTime, minutesBetween } from '../../../schemas/dates.ts'
import { messages } from '../../../schemas/validate.ts'
import { interventionText } from '../../text/resource.ts'

/** One person planned on an intervention; embedded in it (decisions: planning). */
export interface PlanningEntry {
  id: string
  IDPERSONNEL: string
  DEBUT: string
  FIN: string
}

/** What is missing in an entry, in French, by field. */
export function planningIssues(entry: PlanningEntry): Partial<Record<keyof PlanningEntry, string>> {
  const times: Partial<Record<keyof PlanningEntry, string>> = {}
  if (!isDateTime(entry.DEBUT)) times.DEBUT = 'Invalid date or time'
  if (!isDateTime(entry.FIN)) times.FIN = 'Invalid date or time'
  else if (times.DEBUT === undefined && minutesBetween(entry.DEBUT, entry.FIN) <= 0) {
    times.FIN = interventionText.endAfterStart
  }
  return { ...(entry.IDPERSONNEL === '' ? { IDPERSONNEL: messages.required } : {}), ...times }
}

/** A new entry takes the times of the whole intervention. */
export const newEntry = (id: string, times: { RDV_DEBUT: unknown; RDV_FIN: unknown }): PlanningEntry => ({
  id,
  IDPERSONNEL: '',
  DEBUT: typeof times.RDV_DEBUT === 'string' ? times.RDV_DEBUT : '',
  FIN: typeof times.RDV_FIN === 'string' ? times.RDV_FIN : '',
})
