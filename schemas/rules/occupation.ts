import { addDays, mondayOf } from '../dates.ts'
import type { Stay } from './team-location.ts'

/** A time at which somebody is taken. Nothing else is said of it: no words, no customer, no place, no id (DAY-01). */
export type TakenTime = Pick<Stay, 'IDPERSONNEL' | 'kind' | 'debut' | 'fin'>

/** The taken times of one person: starts and ends on the company's wall clock, by kind. */
export interface TakenPerson {
  IDPERSONNEL: string
  RDV: [start: string, end: string][]
  INTERVENTION: [start: string, end: string][]
  /** A server of before version 5 does not say it. */
  ABSENCE?: [start: string, end: string][]
}

/** Times of one week that its reader may not see otherwise. A time belongs to the week of its start, an earlier one to the first week. */
export interface TakenWeek {
  /** Its Monday. */
  SEMAINE: string
  /** Of its content: whoever names it already has this week. */
  EMPREINTE: string
  PRIS: TakenPerson[]
}

/** Version of the records' shape from which an app knows absences (schemas/versions.ts); an older one is told their times as appointments. */
export const ABSENCES_SINCE = 5

/** The weeks that devices hold, around the present one: appointments are planned ahead, and what has passed is only looked up. */
const WEEKS = { before: 1, after: 8 }

/** Mondays of the weeks that devices hold. */
export function takenMondays(day: string): string[] {
  const first = addDays(mondayOf(day), -7 * WEEKS.before)
  return Array.from({ length: WEEKS.before + 1 + WEEKS.after }, (_, week) => addDays(first, 7 * week))
}

const KINDS = { rdv: 'RDV', intervention: 'INTERVENTION', absence: 'ABSENCE' } as const

/** Ordered times as weeks; the same time of one person stands once. */
export function toTakenWeeks(mondays: readonly string[], times: readonly TakenTime[]): Omit<TakenWeek, 'EMPREINTE'>[] {
  const weeks = new Map(mondays.map((monday) => [monday, new Map<string, TakenPerson>()]))
  const [first = ''] = mondays
  for (const { IDPERSONNEL, kind, debut, fin } of times) {
    const people = weeks.get(lastOf(mondays, debut) ?? first)
    const person = people?.get(IDPERSONNEL) ?? { IDPERSONNEL, RDV: [], INTERVENTION: [], ABSENCE: [] }
    const slots = person[KINDS[kind]] ?? []
    person[KINDS[kind]] = slots
    const last = slots.at(-1)
    if (last?.[0] !== debut || last[1] !== fin) slots.push([debut, fin])
    people?.set(IDPERSONNEL, person)
  }
  return [...weeks].map(([SEMAINE, people]) => ({ SEMAINE, PRIS: [...people.values()] }))
}

/** The week in which a time begins. Text is compared: reading each date would cost more than all the rest. */
const lastOf = (mondays: readonly string[], debut: string): string | undefined =>
  mondays.findLast((monday) => monday <= debut)

/** Weeks as times. */
export const takenTimes = (weeks: readonly Pick<TakenWeek, 'PRIS'>[]): TakenTime[] =>
  weeks.flatMap(({ PRIS }) =>
    PRIS.flatMap(({ IDPERSONNEL, RDV, INTERVENTION, ABSENCE = [] }) => [
      ...RDV.map(([debut, fin]): TakenTime => ({ IDPERSONNEL, kind: 'rdv', debut, fin })),
      ...INTERVENTION.map(([debut, fin]): TakenTime => ({ IDPERSONNEL, kind: 'intervention', debut, fin })),
      ...ABSENCE.map(([debut, fin]): TakenTime => ({ IDPERSONNEL, kind: 'absence', debut, fin })),
    ]),
  )

// A meeting is told as an appointment, and seen as the absence that it is.
const keyOf = ({ IDPERSONNEL, kind, debut, fin }: TakenTime): string =>
  `${IDPERSONNEL} ${kind === 'intervention' ? kind : ''} ${debut} ${fin}`

/** Without the times of what the reader sees as a record: it may have come into sight since the times were received. */
export function unseenTimes(times: readonly TakenTime[], seen: readonly TakenTime[]): TakenTime[] {
  const known = new Set(seen.map(keyOf))
  return times.filter((time) => !known.has(keyOf(time)))
}

/** An appointment, or hours of works, being planned on the company's wall clock. */
export interface Planned {
  people: readonly string[]
  start: string
  end: string
  /** Its own id, when it exists already. */
  id: string | null
}

/** Times that take one of its people while it lasts, by start; where one ends, the other may begin. */
export const conflictsOf = <T extends TakenTime>(
  { people, start, end, id }: Planned,
  times: readonly (T & { id: string | null })[],
): (T & { id: string | null })[] =>
  times
    .filter(
      (time) =>
        people.includes(time.IDPERSONNEL) && start < time.fin && time.debut < end && (id === null || time.id !== id),
    )
    .sort((a, b) => a.debut.localeCompare(b.debut) || a.IDPERSONNEL.localeCompare(b.IDPERSONNEL))
