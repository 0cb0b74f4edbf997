import { reservesOf, type SiteNote } from './intervention-site.ts'

/** The id of the note that names the works which these repeat: the link between both, in a field that every app and server knows. */
const RETURN_MARK = 'reprise-'
const NOTE_ID_MAX = 64

export const returnNoteId = (id: string): string => (RETURN_MARK + id).slice(0, NOTE_ID_MAX)

/** Works as these rules read them. */
export interface Repeatable {
  IDINTERVENTION: string
  IDDEVIS: string | null
  RDV_DEBUT: string
  FEEDBACK: string | null
  /** When the result was given; null without one. */
  DATE_FEEDBACK: string | null
  /** When they were made; null while the server does not have them. */
  DATE_CREATION: string | null
  NOTES: readonly { id: string }[]
}

/** Whether works are the return visit of these. */
export const isReturnOf = (one: Pick<Repeatable, 'NOTES'>, { IDINTERVENTION }: { IDINTERVENTION: string }): boolean =>
  one.NOTES.some(({ id }) => id === returnNoteId(IDINTERVENTION))

/** The return visits of these works, among those of their project. */
export const returnsOf = <W extends Repeatable>(work: { IDINTERVENTION: string }, works: readonly W[]): W[] =>
  works.filter((one) => isReturnOf(one, work))

/** The works that these repeat, among those of their project. */
export const repeatedBy = <W extends Repeatable>(work: Repeatable, works: readonly W[]): W | undefined =>
  works.find((one) => one.IDINTERVENTION !== work.IDINTERVENTION && isReturnOf(work, one))

/** Whether works were made once the others had their result. */
const areMadeAfter = ({ DATE_CREATION }: Repeatable, { DATE_FEEDBACK }: Repeatable): boolean =>
  DATE_CREATION === null || DATE_FEEDBACK === null || DATE_CREATION > DATE_FEEDBACK

/**
 * Works of the same quote that ended well later and name no others: what repeats them was planned so before return visits had a mark. What was planned before
 * the failure had work of its own to do: an order often has several works.
 */
const isRepairedBy = (work: Repeatable, one: Repeatable): boolean =>
  one.FEEDBACK === 'bon' &&
  one.IDDEVIS === work.IDDEVIS &&
  one.RDV_DEBUT > work.RDV_DEBUT &&
  areMadeAfter(one, work) &&
  !one.NOTES.some(({ id }) => id.startsWith(RETURN_MARK))

/**
 * Whether works are at their end: « Bon », or « Mauvais » with a return visit that is, or with later works of the same quote that were made after the failure,
 * are « Bon » and are no other works' return. « Mauvais » alone finalises the visit (INT-03), not what was ordered.
 * @param works all of the project
 */
export const isFinished = (work: Repeatable, works: readonly Repeatable[]): boolean =>
  work.FEEDBACK === 'bon' ||
  (work.FEEDBACK === 'mauvais' &&
    (works.some((one) => isRepairedBy(work, one)) ||
      // Without these: a record that names itself, or two that name each other, end nowhere.
      returnsOf(work, works).some((one) =>
        isFinished(
          one,
          works.filter((other) => other !== work),
        ),
      )))

/**
 * Whether somebody has to come back: « Mauvais » that nothing has repaired since, or a signed PV with reserves that are not lifted.
 * @param works all of the project
 */
export const needsReturn = (
  work: Repeatable & { NOTES: readonly SiteNote[] },
  { signed, works }: { signed: boolean; works: readonly Repeatable[] },
): boolean =>
  (work.FEEDBACK === 'mauvais' && !isFinished(work, works)) ||
  (signed && reservesOf(work).some((reserve) => reserve.LEVEE === undefined))
