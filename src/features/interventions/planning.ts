import { addMinutes, isDateTime, minutesBetween } from '../../../schemas/dates.ts'
import { messages } from '../../../schemas/messages.ts'
import { endAfterOneHour } from '../../../schemas/rules/calendar.ts'
import type { Planned } from '../../../schemas/rules/occupation.ts'
import { adjustTimes, linkTimes } from '../../forms/linked-times.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { FormChange } from '../../forms/use-resource-form.ts'
import { interventionText } from '../../text/intervention-form.ts'

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

type Times = Pick<PlanningEntry, 'DEBUT' | 'FIN'>
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const wholeOf = (values: FormValues): Times => ({ DEBUT: asText(values.RDV_DEBUT), FIN: asText(values.RDV_FIN) })
const isComplete = ({ DEBUT, FIN }: Times): boolean => isDateTime(DEBUT) && isDateTime(FIN)

/** From the first to the last of these hours; null without any. */
function spanOf([first, ...others]: readonly Times[]): Times | null {
  if (!first) return null
  return others.reduce<Times>(
    (span, { DEBUT, FIN }) => ({
      DEBUT: DEBUT < span.DEBUT ? DEBUT : span.DEBUT,
      FIN: FIN > span.FIN ? FIN : span.FIN,
    }),
    { DEBUT: first.DEBUT, FIN: first.FIN },
  )
}

const isSame = (one: Times, other: Times): boolean => one.DEBUT === other.DEBUT && one.FIN === other.FIN
/** Whether works last from the first to the last hour that is planned. */
function isSpanOf(planning: readonly Times[], works: Times): boolean {
  const span = planning.every(isComplete) ? spanOf(planning) : null
  return span !== null && isSame(span, works)
}

/** By how many minutes works were moved as a whole; null where their length changed, or a time is missing. */
function shiftOf(was: Times, is: Times): number | null {
  if (!isComplete(was) || !isComplete(is)) return null
  const minutes = minutesBetween(was.DEBUT, is.DEBUT)
  return minutes === minutesBetween(was.FIN, is.FIN) ? minutes : null
}

/**
 * The planning goes along with the works: who has the hours of the whole keeps them, and all entries are moved with works that lasted from the first
 * to the last of them. The customer reads the hours of the works, the technician those of the planning.
 */
function followWorks(previous: FormValues, next: FormValues): FormValues {
  const [was, is] = [wholeOf(previous), wholeOf(next)]
  const planning = planningEntries(next)
  if (planning.length === 0 || isSame(was, is)) return next
  const minutes = isSpanOf(planning, was) ? shiftOf(was, is) : null
  const moved = planning.map((entry) => {
    if (isSame(entry, was)) return { ...entry, ...is }
    if (minutes === null) return entry
    return { ...entry, DEBUT: addMinutes(entry.DEBUT, minutes), FIN: addMinutes(entry.FIN, minutes) }
  })
  return moved.every((entry, at) => entry === planning[at]) ? next : { ...next, IDINTERVENTION_PLANNING: moved }
}

/** The hours of works in a form whose planning is being changed. */
interface Hours {
  /** Those of the works without what is planned outside. */
  own: Times
  /** They are those of the planning, from its first to its last. */
  isSpan: boolean
  /** Those that the form has. */
  shown: Times
}

/**
 * The works go along with their planning, as in the agenda: those that last from the first to the last planned hour still do, others are widened by what
 * is planned outside, and have their own hours again once nothing is. Works whose last day is to come are not over.
 * @param hours after the former change of the planning; null before
 * @returns null where the works stay as they are
 */
function followPlanning(previous: FormValues, next: FormValues, hours: Hours | null): Hours | null {
  const was = wholeOf(previous)
  if (!isComplete(was)) return null
  // Hours that were typed for the works since are theirs.
  const known = hours && isSame(hours.shown, was) ? hours : null
  const [before, planning] = [planningEntries(previous), planningEntries(next)]
  const byId = new Map(before.map((entry) => [entry.id, entry]))
  const isMoved = (entry: PlanningEntry): boolean => !isSame(entry, byId.get(entry.id) ?? { DEBUT: '', FIN: '' })
  // Another person for the same hours.
  if (planning.length === before.length && !planning.some(isMoved)) return known
  const { own, isSpan } = known ?? { own: was, isSpan: isSpanOf(before, was) }
  // While a time is being typed, and once nothing is planned, they stay.
  if (isSpan) {
    const shown = planning.every(isComplete) ? (spanOf(planning) ?? was) : was
    return { own: shown, isSpan, shown }
  }
  const complete = planning.filter(isComplete)
  const inside = complete.filter(({ DEBUT, FIN }) => DEBUT >= own.DEBUT && FIN <= own.FIN)
  return { own, isSpan: isSpanOf(inside, own), shown: spanOf([own, ...complete]) ?? own }
}

/** A quote is its project's: works that are given to another project have the one that this form had for it before, or none. */
function quoteOf({ previous, next }: FormChange, quotes: Map<unknown, unknown>): FormValues {
  if (next.IDPROJET === previous.IDPROJET || next.IDDEVIS !== previous.IDDEVIS) return next
  quotes.set(previous.IDPROJET, previous.IDDEVIS)
  return { ...next, IDDEVIS: quotes.get(next.IDPROJET) ?? '' }
}

/**
 * What follows from a change in one form of works: their end from their start (RES-09), their hours and those of their planning from each other, their quote
 * from their project. It remembers the works' own hours while the planning widens them and the quote of a project that was left, so each form has its own.
 */
export function worksAdjuster(): (change: FormChange) => FormValues {
  let hours: Hours | null = null
  const quotes = new Map<unknown, unknown>()
  return (change) => {
    const { previous, next } = change
    if (change.changed === 'IDPROJET') return quoteOf(change, quotes)
    if (change.changed !== 'IDINTERVENTION_PLANNING') return followWorks(previous, adjustTimes(change))
    hours = followPlanning(previous, next, hours)
    return hours === null ? next : { ...next, RDV_DEBUT: hours.shown.DEBUT, RDV_FIN: hours.shown.FIN }
  }
}
