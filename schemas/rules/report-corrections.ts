import type { soumission } from '../entities/soumission.ts'
import type { RecordOf } from '../entity.ts'
import { sameJson } from '../same-json.ts'

export type Correction = RecordOf<typeof soumission>['CORRECTIONS'][number]
type Answers = Correction['AVANT']

/** Within so many minutes, corrections of one person are one: what they typed in between was nobody's report. */
const TOGETHER_MINUTES = 10

interface Correcting {
  id: string
  /** ISO instant. */
  at: string
  /** IDPERSONNEL. */
  by: string
  before: Answers
  after: Answers
}

/** The former answers of those that differ; null where there was none. */
const formerAnswers = (before: Answers, after: Answers): Answers =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((question) => !sameJson(before[question] ?? null, after[question] ?? null))
      .map((question) => [question, before[question] ?? null]),
  )

/** The corrections of a report with one more; the same when no answer says anything else (DAY-11). */
export function corrected(known: readonly Correction[], { id, at, by, before, after }: Correcting): Correction[] {
  const AVANT = formerAnswers(before, after)
  if (Object.keys(AVANT).length === 0) return [...known]
  const last = known.at(-1)
  const isSame = last?.IDPERSONNEL === by && Date.parse(at) - Date.parse(last.LE) < TOGETHER_MINUTES * 60_000
  if (!last || !isSame) return [...known, { id, LE: at, IDPERSONNEL: by, AVANT }]
  // What stood before the first of them is what its readers had read.
  return [...known.slice(0, -1), { ...last, LE: at, AVANT: { ...AVANT, ...last.AVANT } }]
}
