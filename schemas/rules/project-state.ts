import { wallClock } from '../dates.ts'
import { isFinished, type Repeatable } from './return-visits.ts'

/** Project states of the contract; 3 is not shown and any other value is an unknown state (ENT-07). */
export interface ProjectState {
  title: string
  color: 'green' | 'orange' | 'purple' | 'gray'
  /** What the customer reads. */
  customer: string
}

export const PROJECT_STATES: Readonly<Record<number, ProjectState>> = {
  1: {
    title: 'Nouveau projet',
    color: 'green',
    customer: 'Votre projet est enregistré : un conseiller vous accompagne.',
  },
  2: { title: 'Devis prêt', color: 'green', customer: 'Votre devis est prêt : vous pouvez le lire et le signer.' },
  4: {
    title: 'Commande en cours',
    color: 'orange',
    customer: 'Votre commande est en cours : nous préparons les travaux.',
  },
  5: { title: 'Projet finalisé', color: 'purple', customer: 'Votre projet est terminé. Merci de votre confiance.' },
}
export const UNKNOWN_STATE: ProjectState = {
  title: 'État inconnu',
  color: 'gray',
  customer: 'Votre projet suit son cours.',
}

/** What the customer reads of a project of state 2 whose quotes were all answered, or are no longer valid. */
export const NOTHING_WAITS: ProjectState = {
  title: 'Projet en cours',
  color: 'green',
  customer: "Aucun devis n'attend votre réponse : votre conseiller reste à votre écoute.",
}

export const projectState = (state: number): ProjectState => PROJECT_STATES[state] ?? UNKNOWN_STATE

/** What the state reads of a quote. */
export interface StateQuote {
  IDDEVIS: string
  DEVIS_SIGNE: 0 | 1
  REFUSE: 0 | 1
  DATE_SIGNATURE: string | null
}

/** What the state reads of works. */
export type StateWork = Repeatable

/** These works of a project less those of an order that was withdrawn from or cancelled: nobody goes there any more (`stopOf`). */
export function standingWorks<W extends { IDDEVIS: string | null }>(
  works: readonly W[],
  quotes: readonly Omit<StateQuote, 'DATE_SIGNATURE'>[],
): W[] {
  const ended = new Set(
    quotes.filter(({ DEVIS_SIGNE, REFUSE }) => DEVIS_SIGNE === 1 && REFUSE === 1).map(({ IDDEVIS }) => IDDEVIS),
  )
  return works.filter(({ IDDEVIS }) => IDDEVIS === null || !ended.has(IDDEVIS))
}

/** Works that were over before this signature, as they were planned or as their result says: they were for something else. */
const wereOver = ({ RDV_FIN, DATE_FEEDBACK }: StateWork, signature: string, zone: string): boolean =>
  (DATE_FEEDBACK !== null && DATE_FEEDBACK < signature) || RDV_FIN < wallClock(new Date(signature), zone)

/**
 * The orders that nobody has planned works for: none names them, and all others were over when they were signed. Works that name no order, or another one, may
 * be for an order that was signed before they ended: one visit often does two orders, and nobody has to link works.
 * @param works those that stand (`standingWorks`)
 */
export const ordersToPlan = <Q extends StateQuote>(
  quotes: readonly Q[],
  works: readonly StateWork[],
  zone: string,
): Q[] =>
  quotes.filter(
    ({ IDDEVIS, DEVIS_SIGNE, REFUSE, DATE_SIGNATURE: signature }) =>
      DEVIS_SIGNE === 1 &&
      REFUSE !== 1 &&
      !works.some((one) => one.IDDEVIS === IDDEVIS || signature === null || !wereOver(one, signature, zone)),
  )

/** Whether somebody has to come (again) on a project with an order: works that ended badly and that nothing has repaired, or an order that nobody has planned. */
export function isWorkLeft(quotes: readonly StateQuote[], interventions: readonly StateWork[], zone: string): boolean {
  const works = standingWorks(interventions, quotes)
  return (
    works.some((one) => one.FEEDBACK === 'mauvais' && !isFinished(one, works, zone)) ||
    ordersToPlan(quotes, works, zone).length > 0
  )
}

/**
 * The state that quotes and interventions make (decisions: project state): 5 when the interventions of its orders are all at their end (`isFinished`: « Bon »,
 * or repeated by works that are) and no order is left to plan, 4 when a quote is signed, 2 when a quote was made, else 1. Both sides run it; never from a body.
 * @param zone the company's time zone
 */
export function computeProjectState(
  quotes: readonly StateQuote[],
  interventions: readonly StateWork[],
  zone: string,
): 1 | 2 | 4 | 5 {
  const ordered = quotes.some((q) => q.DEVIS_SIGNE === 1 && q.REFUSE !== 1)
  if (!ordered) return quotes.length > 0 ? 2 : 1
  const works = standingWorks(interventions, quotes)
  return works.every((one) => isFinished(one, works, zone)) && ordersToPlan(quotes, works, zone).length === 0 ? 5 : 4
}
