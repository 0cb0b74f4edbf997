import { isDateTime, minutesBetween } from '../../../schemas/dates.ts'
import { messages } from '../../../schemas/messages.ts'
import { endAfterOneHour } from '../../../schemas/rules/calendar.ts'
import type { Planned } from '../../../schemas/rules/occupation.ts'
import { linkTimes } from '../../forms/linked-times.ts'
import type { FormValues } from '../../forms/payload.ts'
import { interventionText } from '../../text/resource.ts'

/** One person planned on an intervention; embedded in it (decisions: planning). */
export interface PlanningEntry {
  id: string
  IDPERSONNEL: string
  DEBUT: string
  FIN: string
}

/** The entries of an intervention's form. */
export const planningEntries = (values: FormValues): PlanningEntry[] =>
  Array.isArray(values.IDINTERVENTION_PLANNING) ? (values.IDINTERVENTION_PLANNING as PlanningEntry[]) : []

/** What is missing in an entry, in French, by field. */
export function planningIssues(entry: Omit<PlanningEntry, 'id'>): Partial<Record<keyof PlanningEntry, string>> {
  const times: Partial<Record<keyof PlanningEntry, string>> = {}
  if (!isDateTime(entry.DEBUT)) times.DEBUT = 'Invalid date or time'
  if (!isDateTime(entry.FIN)) times.FIN = 'Invalid date or time'
  else if (times.DEBUT === undefined && minutesBetween(entry.DEBUT, entry.FIN) <= 0) {
    times.FIN = interventionText.endAfterStart
  }
  return { ...(entry.IDPERSONNEL === '' ? { IDPERSONNEL: messages.required } : {}), ...times }
}

/** What an entry takes of whom, to ask who is taken then; null while it is incomplete. @param id of the intervention, which is not taken by itself */
export const plannedOf = (entry: Omit<PlanningEntry, 'id'>, id: string | null): Planned | null =>
  Object.keys(planningIssues(entry)).length > 0
    ? null
    : { people: [entry.IDPERSONNEL], start: entry.DEBUT, end: entry.FIN, id }

const adjustEntry = linkTimes('DEBUT', 'FIN')

/** The entry after a change; its end follows its start as an appointment's does (RES-09). */
export function changedEntry(entry: PlanningEntry, patch: Partial<PlanningEntry>): PlanningEntry {
  const next = { ...entry, ...patch }
  const times = Object.keys(patch).reduce<FormValues>(
    (all, changed) => adjustEntry({ previous: { ...entry }, next: all, changed }),
    { ...next },
  )
  return { ...next, FIN: String(times.FIN) }
}

/** A new entry takes the times of the whole intervention. */
export const newEntry = (id: string, times: { RDV_DEBUT: unknown; RDV_FIN: unknown }): PlanningEntry => ({
  id,
  IDPERSONNEL: '',
  DEBUT: typeof times.RDV_DEBUT === 'string' ? times.RDV_DEBUT : '',
  FIN: typeof times.RDV_FIN === 'string' ? times.RDV_FIN : '',
})

const hourOf = (value: unknown, other: string): string =>
  typeof value === 'string' && isDateTime(value) ? value.slice(11) : other
const MORNING = '08:00'

/** One entry a day for the same person, at the hours of the whole intervention; an hour where those are missing or cross midnight (RES-09). */
export function entriesOfDays(
  days: readonly string[],
  { person, times, newId }: { person: string; times: { RDV_DEBUT: unknown; RDV_FIN: unknown }; newId: () => string },
): PlanningEntry[] {
  const start = hourOf(times.RDV_DEBUT, MORNING)
  const end = hourOf(times.RDV_FIN, start)
  return days.map((day) => ({
    id: newId(),
    IDPERSONNEL: person,
    DEBUT: `${day} ${start}`,
    FIN: endAfterOneHour(`${day} ${start}`, `${day} ${end}`),
  }))
}
