import { wallClock } from '../dates.ts'
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
  RDV_FIN: string
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

/** When the last day on site began, wall clock. */
const lastDay = ({ RDV_DEBUT, RDV_FIN }: Repeatable): string => {
  const midnight = `${RDV_FIN.slice(0, 10)} 00:00`
  return midnight > RDV_DEBUT ? midnight : RDV_DEBUT
}

/**
 * Whether works were made once the others had their result, or from their last day on site on: somebody telephones that they failed, and the result is often
 * entered days later.
 */
const areMadeAfter = ({ DATE_CREATION }: Repeatable, failed: Repeatable, zone: string): boolean =>
  DATE_CREATION === null ||
  failed.DATE_FEEDBACK === null ||
  DATE_CREATION > failed.DATE_FEEDBACK ||
  wallClock(new Date(DATE_CREATION), zone) >= lastDay(failed)

/**
 * Works of the same quote that ended well later and name no others: what repeats them was planned so before return visits had a mark, and is before « Mauvais »
 * is entered. What was planned before the failure had work of its own to do: an order often has several works.
 */
const isRepairedBy = (work: Repeatable, one: Repeatable, zone: string): boolean =>
  one.FEEDBACK === 'bon' &&
  one.IDDEVIS === work.IDDEVIS &&
  one.RDV_DEBUT > work.RDV_DEBUT &&
  areMadeAfter(one, work, zone) &&
  !one.NOTES.some(({ id }) => id.startsWith(RETURN_MARK))

/**
 * Whether works are at their end: « Bon », or « Mauvais » with a return visit that is, or with later works of the same quote that were made after the failure,
 * are « Bon » and are no other works' return. « Mauvais » alone finalises the visit (INT-03), not what was ordered.
 * @param works all of the project
 * @param zone the company's time zone
 */
export const isFinished = (work: Repeatable, works: readonly Repeatable[], zone: string): boolean =>
  work.FEEDBACK === 'bon' ||
  (work.FEEDBACK === 'mauvais' &&
    (works.some((one) => isRepairedBy(work, one, zone)) ||
      // Without these: a record that names itself, or two that name each other, end nowhere.
      returnsOf(work, works).some((one) =>
        isFinished(
          one,
          works.filter((other) => other !== work),
          zone,
        ),
      )))

/**
 * Whether somebody has to come back: « Mauvais » that nothing has repaired since, or a signed PV with reserves that are not lifted.
 * @param works all of the project
 * @param zone the company's time zone
 */
export const needsReturn = (
  work: Repeatable & { NOTES: readonly SiteNote[] },
  { signed, works, zone }: { signed: boolean; works: readonly Repeatable[]; zone: string },
): boolean =>
  (work.FEEDBACK === 'mauvais' && !isFinished(work, works, zone)) ||
  (signed && reservesOf(work).some((reserve) => reserve.LEVEE === undefined))
