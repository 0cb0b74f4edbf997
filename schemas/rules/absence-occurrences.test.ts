import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AbsenceTimes, type ExceptionAbsence, lastEnd, type Occurrence, occurrencesOf } from './absences.ts'

/**
 * The occurrences of random absences beside a second way to find them, which shares nothing with the first: every day of nine years is asked whether the
 * rule names it. SEED=… repeats a run.
 */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const RUNS = 150

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const YEARS = 9
const textOf = (instant: number): string => new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
const instantOf = (wall: string): number => Date.parse(`${wall.slice(0, 10)}T${wall.slice(11) || '00:00'}:00Z`)

function isNamed({ REPETITION }: AbsenceTimes, first: Date, day: Date): boolean {
  const apart = (day.getTime() - first.getTime()) / DAY_MS
  if (apart < 0) return false
  if (REPETITION === null) return apart === 0
  if (REPETITION === 'semaine') return apart % 7 === 0
  if (REPETITION === 'quinzaine') return apart % 14 === 0
  if (REPETITION === 'mois') return day.getUTCDate() === first.getUTCDate()
  if (day.getUTCDay() !== first.getUTCDay()) return false
  const isLast = new Date(day.getTime() + 7 * DAY_MS).getUTCMonth() !== day.getUTCMonth()
  const rank = (date: Date): number => Math.ceil(date.getUTCDate() / 7)
  return rank(first) === 5 ? isLast : rank(day) === rank(first)
}

/** All occurrences of nine years, by the day on which the rule puts them. */
function everyTime(times: AbsenceTimes): Occurrence[] {
  const first = new Date(instantOf(times.DEBUT.slice(0, 10)))
  const length = instantOf(times.FIN) - instantOf(times.DEBUT)
  const found: Occurrence[] = []
  let count = 0
  for (let at = START; at < START + YEARS * 366 * DAY_MS; at += DAY_MS) {
    if (!isNamed(times, first, new Date(at))) continue
    const id = textOf(at).slice(0, 10)
    if (times.REPETER_JUSQUA !== null && id > times.REPETER_JUSQUA) break
    if (count === times.REPETER_FOIS) break
    count += 1
    const debut = `${id} ${times.DEBUT.slice(11)}`
    const exception = times.REPETITION === null ? undefined : times.EXCEPTIONS.find((one) => one.id === id)
    if (!exception) found.push({ id, debut, fin: textOf(instantOf(debut) + length) })
    else if (exception.DEBUT && exception.FIN) found.push({ id, debut: exception.DEBUT, fin: exception.FIN })
  }
  return found
}

const inOrder = (list: readonly Occurrence[]): Occurrence[] =>
  list.toSorted((a, b) => instantOf(a.debut) - instantOf(b.debut) || instantOf(a.id) - instantOf(b.id))

const day = (from = 0, to = 900): fc.Arbitrary<number> =>
  fc.integer({ min: from, max: to }).map((n) => START + n * DAY_MS)
const hour = fc.integer({ min: 0, max: 47 }).map((n) => n * 30 * 60_000)
const dayText = (instant: number): string => textOf(instant).slice(0, 10)

const LONGEST = { semaine: 7, quinzaine: 14, mois: 28, mois_jour: 28 }

/** What `absenceIssues` accepts. */
const absence: fc.Arbitrary<AbsenceTimes> = fc
  .record({
    at: fc.tuple(day(), hour).map(([date, time]) => date + time),
    minutes: fc.oneof(fc.constantFrom(30, 60, 24 * 60, 3 * 24 * 60), fc.integer({ min: 1, max: 40 * 24 * 60 })),
    REPETITION: fc.constantFrom(null, 'semaine', 'quinzaine', 'mois', 'mois_jour'),
    end: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 30 }), day(0, 2000)),
    moves: fc.array(fc.tuple(fc.nat(20), fc.option(fc.tuple(day(0, 1500), hour, fc.integer({ min: 1, max: 4000 })))), {
      maxLength: 4,
    }),
  })
  .map(({ at, minutes, REPETITION, end, moves }) => {
    const most = REPETITION === null ? 40 : LONGEST[REPETITION]
    const length = Math.min(minutes, most * 24 * 60) * 60_000
    const isCount = end !== null && end < 100
    const rule: AbsenceTimes = {
      DEBUT: textOf(at),
      FIN: textOf(at + length),
      REPETITION,
      REPETER_FOIS: REPETITION !== null && isCount ? end : null,
      REPETER_JUSQUA: REPETITION === null || end === null || isCount ? null : dayText(Math.max(end, at)),
      EXCEPTIONS: [],
    }
    const days = everyTime(rule).map(({ id }) => id)
    const exceptions = new Map<string, ExceptionAbsence>()
    for (const [n, to] of moves) {
      // Also of a day on which the rule has none.
      const id = days[n] ?? dayText(at + n * DAY_MS)
      const from = to === null ? 0 : to[0] + to[1]
      exceptions.set(id, to === null ? { id } : { id, DEBUT: textOf(from), FIN: textOf(from + to[2] * 60_000) })
    }
    return { ...rule, EXCEPTIONS: [...exceptions.values()] }
  })

it(`[DAY-10 recurring] occurrences are those that each day by itself says, seed ${SEED}`, () => {
  fc.assert(
    fc.property(absence, day(0, 1800), fc.nat(70), (times, from, long) => {
      const [first, last] = [dayText(from), dayText(from + long * DAY_MS)]
      const shown = everyTime(times).filter(({ debut, fin }) => debut.slice(0, 10) <= last && fin > `${first} 00:00`)
      expect(inOrder(occurrencesOf(times, { from: first, until: last }))).toEqual(inOrder(shown))
      const order = occurrencesOf(times, { from: first, until: last }).map(({ debut }) => debut)
      expect(order).toEqual(order.toSorted())
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

it(`[DAY-10 recurring] the last end is that of the occurrence that ends last, seed ${SEED}`, () => {
  fc.assert(
    fc.property(absence, (times) => {
      const isEndless = times.REPETITION !== null && times.REPETER_FOIS === null && times.REPETER_JUSQUA === null
      const ends = everyTime({ ...times, EXCEPTIONS: times.EXCEPTIONS.filter(({ FIN }) => FIN !== undefined) })
      // Where occurrences were moved or cancelled, it is never earlier than the last that is left.
      const latest = ends.map(({ fin }) => fin).reduce((a, b) => (a > b ? a : b), '')
      if (isEndless) expect(lastEnd(times)).toBeNull()
      else expect((lastEnd(times) ?? '') >= latest).toBe(true)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})
