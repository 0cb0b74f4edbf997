import {
  addDays,
  addMinutes,
  addMonths,
  daysBetween,
  isDate,
  isDateTime,
  minutesBetween,
  monthStart,
  weekday,
} from '../dates.ts'
import type { Issue } from '../entity.ts'

/** Why somebody is not to be had. */
export const GENRES_ABSENCE = ['conges', 'maladie', 'formation', 'recuperation', 'reunion', 'autre'] as const
export type GenreAbsence = (typeof GENRES_ABSENCE)[number]

export const GENRE_LABELS: Readonly<Record<GenreAbsence, string>> = {
  conges: 'Congés',
  maladie: 'Maladie',
  formation: 'Formation',
  recuperation: 'Récupération',
  reunion: 'Réunion',
  autre: 'Autre absence',
}

/** Kinds that say nothing about a person's health or rights: several people may share one record, and read it. */
export const SHARED_GENRES: readonly GenreAbsence[] = ['formation', 'reunion']

/**
 * How it repeats (RFC 5545): every week or second week on the day of the start, every month on the date of the start (a month without that date has none), or
 * every month on its weekday, such as the second Monday (the fifth is the last).
 */
export const REPETITIONS = ['semaine', 'quinzaine', 'mois', 'mois_jour'] as const
export type Repetition = (typeof REPETITIONS)[number]

export const MOST_TIMES = 500
export const MOST_EXCEPTIONS = 200
/** The longest absence: three years. */
const LONGEST_DAYS = 1096
/** The longest repetition, in months: ten years. */
const LONGEST_REPETITION = 120
/** More occurrences than any screen shows. */
const MOST_SHOWN = 1000
/** An occurrence may not run into the next one. */
const SHORTEST: Readonly<Record<Repetition, number>> = { semaine: 7, quinzaine: 14, mois: 28, mois_jour: 28 }

/** One occurrence that is not where the rule puts it, by the day where it would begin: moved, or, without times, cancelled. */
export interface ExceptionAbsence {
  id: string
  DEBUT?: string
  FIN?: string
}

/** The times of an absence. The end is not part of it: a whole day ends at 00:00 of the next one. */
export interface AbsenceTimes {
  DEBUT: string
  FIN: string
  REPETITION: Repetition | null
  /** The last day on which an occurrence may begin. */
  REPETER_JUSQUA: string | null
  /** How many occurrences there are, cancelled ones included (RFC 5545, COUNT). */
  REPETER_FOIS: number | null
  EXCEPTIONS: readonly ExceptionAbsence[]
}

/** One time that it takes, on the company's wall clock: so a time of nine o'clock stays at nine when the clocks change. */
export interface Occurrence {
  /** The day on which the rule puts it. */
  id: string
  debut: string
  fin: string
}

/** No absence reaches it: every day up to it can be written with four digits of a year. */
const FAR = '2200-01-01'

const dayOf = (wall: string): string => wall.slice(0, 10)
const atTimeOf = (day: string, wall: string): string => `${day}${wall.slice(10)}`

const monthsBetween = (a: string, b: string): number =>
  12 * (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) + Number(b.slice(5, 7)) - Number(a.slice(5, 7))

/** The date of the start in the month that is `n` months later; null for a month that lacks it. */
function dateInMonth(first: string, n: number): string | null {
  const month = monthStart(first, n).slice(0, 8)
  const day = `${month}${first.slice(8)}`
  return isDate(day) ? day : null
}

/** The weekday of the start in the month that is `n` months later: of the same rank, or the last one. */
function weekdayInMonth(first: string, n: number): string {
  const rank = Math.floor((Number(first.slice(8)) - 1) / 7)
  const begin = monthStart(first, n)
  const earliest = addDays(begin, (weekday(first) - weekday(begin) + 7) % 7)
  const days = [0, 1, 2, 3, 4]
    .map((week) => addDays(earliest, 7 * week))
    .filter((day) => day.startsWith(begin.slice(0, 8)))
  return (rank > 3 ? days.at(-1) : days[rank]) ?? earliest
}

/** Days on which occurrences begin, from the first one at or after `from` on, without end where the rule has none. */
function* beginnings(times: AbsenceTimes, from: string): Generator<string> {
  const { REPETITION, REPETER_JUSQUA, REPETER_FOIS } = times
  const first = dayOf(times.DEBUT)
  if (REPETITION === null) {
    if (first >= from) yield first
    return
  }
  const last = REPETER_JUSQUA !== null && REPETER_JUSQUA < FAR ? REPETER_JUSQUA : FAR
  const most = REPETER_FOIS ?? Number.POSITIVE_INFINITY
  if (REPETITION === 'semaine' || REPETITION === 'quinzaine') {
    const step = SHORTEST[REPETITION]
    for (let n = Math.max(0, Math.ceil(daysBetween(first, from) / step)); n < most; n += 1) {
      const day = addDays(first, n * step)
      if (day.length > first.length || day > last) return
      yield day
    }
    return
  }
  // A month without the date is none of the counted ones, so where they are counted, it is from the start.
  const begin = REPETER_FOIS === null && from > first ? monthsBetween(first, from) : 0
  for (let month = begin, count = 0; count < most && monthStart(first, month) <= last; month += 1) {
    const day = REPETITION === 'mois' ? dateInMonth(first, month) : weekdayInMonth(first, month)
    if (day === null) continue
    if (day > last) return
    if (day >= from) yield day
    count += 1
  }
}

const begins = (times: AbsenceTimes, day: string): boolean => isDate(day) && beginnings(times, day).next().value === day

function placed(times: AbsenceTimes, day: string): Occurrence | null {
  const exception = times.REPETITION === null ? undefined : times.EXCEPTIONS.find(({ id }) => id === day)
  if (exception) {
    const { DEBUT, FIN } = exception
    return DEBUT !== undefined && FIN !== undefined ? { id: day, debut: DEBUT, fin: FIN } : null
  }
  const debut = atTimeOf(day, times.DEBUT)
  // Days and minutes apart: both are counted on the wall clock.
  return { id: day, debut, fin: addMinutes(debut, minutesBetween(times.DEBUT, times.FIN)) }
}

/**
 * The times that it takes between two days, both included, first one first; at most a thousand. An exception of a day on which the rule has no occurrence any
 * more does nothing.
 */
export function occurrencesOf(times: AbsenceTimes, { from, until }: { from: string; until: string }): Occurrence[] {
  const [first, last] = [dayOf(from), dayOf(until)]
  const isShown = ({ debut, fin }: Occurrence): boolean => dayOf(debut) <= last && fin > `${first} 00:00`
  const found = new Map<string, Occurrence>()
  const length = Math.ceil(minutesBetween(times.DEBUT, times.FIN) / (24 * 60))
  for (const day of beginnings(times, addDays(first, -length))) {
    if (day > last || day >= FAR || found.size >= MOST_SHOWN) break
    const one = placed(times, day)
    if (one && isShown(one)) found.set(day, one)
  }
  // Moved into these days from others.
  if (times.REPETITION !== null) {
    for (const { id } of times.EXCEPTIONS) {
      const one = found.has(id) || !begins(times, id) ? null : placed(times, id)
      if (one && isShown(one)) found.set(id, one)
    }
  }
  return [...found.values()].sort((a, b) => (a.debut < b.debut ? -1 : a.debut > b.debut ? 1 : 0))
}

/** The end of all that it takes; null for one that repeats without end, and for times that do not exist. */
export function lastEnd(times: AbsenceTimes): string | null {
  if (!isDateTime(times.DEBUT) || !isDateTime(times.FIN)) return null
  if (times.REPETITION === null) return times.FIN
  if (times.REPETER_JUSQUA === null && times.REPETER_FOIS === null) return null
  const days = [...beginnings(times, dayOf(times.DEBUT))]
  const last = days.at(-1)
  const ends = times.EXCEPTIONS.flatMap(({ id, FIN }) => (FIN !== undefined && days.includes(id) ? [FIN] : []))
  if (last !== undefined) ends.push(addMinutes(atTimeOf(last, times.DEBUT), minutesBetween(times.DEBUT, times.FIN)))
  return ends.reduce((latest, end) => (end > latest ? end : latest), times.FIN)
}

const isMidnight = (wall: string): boolean => wall.endsWith(' 00:00')

/** What is wrong with an absence, in the form and on the server. */
export function absenceIssues(
  absence: AbsenceTimes & { IDPERSONNELS: readonly string[]; GENRE: GenreAbsence; JOURNEES: 0 | 1 },
): Issue[] {
  const { DEBUT, FIN, REPETITION, REPETER_JUSQUA, REPETER_FOIS, EXCEPTIONS, IDPERSONNELS, GENRE, JOURNEES } = absence
  const issues: Issue[] = []
  const add = (field: string, message: string): void => void issues.push({ field, message })
  if (IDPERSONNELS.length === 0) add('IDPERSONNELS', 'Choisissez une personne')
  if (IDPERSONNELS.length > 1 && !SHARED_GENRES.includes(GENRE)) {
    add('IDPERSONNELS', 'Une absence est à une seule personne ; une réunion ou une formation peut en réunir plusieurs')
  }
  if (!isDateTime(DEBUT) || !isDateTime(FIN)) return issues
  const days = minutesBetween(DEBUT, FIN) / (24 * 60)
  if (days <= 0) add('FIN', 'La fin doit être après le début')
  if (FIN > FAR) add('FIN', 'Cette date est trop lointaine')
  if (days > LONGEST_DAYS) add('FIN', 'Une absence dure au plus trois ans')
  if (JOURNEES === 1 && !(isMidnight(DEBUT) && isMidnight(FIN)))
    add('DEBUT', 'Des journées entières vont de 00:00 à 00:00')
  if (REPETITION === null) {
    if (REPETER_JUSQUA !== null || REPETER_FOIS !== null) add('REPETITION', 'Choisissez la répétition')
    return issues
  }
  if (days > SHORTEST[REPETITION]) add('FIN', 'Chaque fois doit finir avant la suivante')
  if (REPETER_JUSQUA !== null && REPETER_FOIS !== null)
    add('REPETER_FOIS', 'Donnez une date de fin ou un nombre, pas les deux')
  if (REPETER_JUSQUA !== null && REPETER_JUSQUA < dayOf(DEBUT)) {
    add('REPETER_JUSQUA', 'La répétition ne peut finir avant le premier jour')
  }
  if (
    REPETER_JUSQUA !== null &&
    isDate(REPETER_JUSQUA) &&
    REPETER_JUSQUA > addMonths(dayOf(DEBUT), LONGEST_REPETITION)
  ) {
    add('REPETER_JUSQUA', 'La répétition finit dans dix ans au plus')
  }
  const isBad = ({ id, DEBUT: from, FIN: to }: ExceptionAbsence): boolean =>
    !isDate(id) ||
    (to !== undefined && to > FAR) ||
    (from === undefined) !== (to === undefined) ||
    (from !== undefined && to !== undefined && to <= from)
  if (EXCEPTIONS.some(isBad)) add('EXCEPTIONS', 'Une fois déplacée a un début, puis une fin')
  return issues
}
