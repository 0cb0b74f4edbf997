import { isDebriefed, SOLD } from '../../../schemas/rules/debrief.ts'
import { isDraft, isPending } from '../../../schemas/rules/devis.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import {
  computeProjectState,
  ordersToPlan,
  type StateQuote,
  type StateWork,
  standingWorks,
} from '../../../schemas/rules/project-state.ts'
import { endedByReport } from '../../../schemas/rules/raf.ts'
import { isRecallOpen, type Recall, recallTime } from '../../../schemas/rules/recall.ts'
import { isFinished, returnsOf } from '../../../schemas/rules/return-visits.ts'

export interface NextStepInput {
  projet: {
    IDETAT_PROJET: number
    DATE_SANS_SUITE: string | null
    REFUSE: 0 | 1
    IDRESPONSABLEPROJET: string | null
  } & Recall
  rdvs: readonly {
    IDRDV: string
    RDV_DEBUT: string
    RDV_FIN: string
    IDNATURE_RDV: string | null
    SUPPRIME: 0 | 1
    DEBRIEF_CATEGORIE: number
  }[]
  natures: Parameters<typeof endedByReport>[0]
  soumissions: Parameters<typeof endedByReport>[1]
  devis: readonly (StateQuote & { DATE_TRANSMISSION: string | null })[]
  interventions: readonly (StateWork & { IDINTERVENTION_PLANNING: readonly { DEBUT: string }[] })[]
  /** The company's wall clock, `yyyy-MM-dd HH:mm`. */
  now: string
  /** The company's time zone. */
  zone: string
}

export type NextStep =
  | { kind: 'assign' }
  | { kind: 'plan' }
  | { kind: 'call'; day: string; time: string | null }
  | { kind: 'debrief'; idRdv: string; at: string }
  | { kind: 'upcoming'; idRdv: string; at: string }
  | { kind: 'quote' }
  | { kind: 'signQuote'; idDevis: string; at: string }
  | { kind: 'sendQuote'; idDevis: string }
  | { kind: 'followQuote'; idDevis: string }
  | { kind: 'intervention' }
  | { kind: 'works'; idIntervention: string; at: string }
  | { kind: 'feedback'; idIntervention: string; at: string }
  | { kind: 'reprise'; idIntervention: string; at: string }

/**
 * The next step of a project; null when it is closed or done. Late steps come first: a past appointment without debrief, then a call that is
 * planned unless something has a day before it, then the step of the project's state.
 */
export function nextStep(input: NextStepInput): NextStep | null {
  const { projet, rdvs, now } = input
  const step = stepOfState(input)
  const day = projet.RELANCE_INTERMEDIAIRE
  const active = rdvs.filter((rdv) => rdv.SUPPRIME !== 1)
  if (isClosed(projet) || !day || !isRecallOpen(projet, active, now.slice(0, 10))) return step
  if (step?.kind === 'assign' || (step && 'at' in step && step.at.slice(0, 10) <= day)) return step
  return { kind: 'call', day, time: recallTime(projet) }
}

function stepOfState(input: NextStepInput): NextStep | null {
  const { projet, rdvs, devis, now } = input
  // Of an order that ended, nobody comes (back).
  const interventions = standingWorks(input.interventions, devis)
  if (isClosed(projet)) return null
  const active = rdvs.filter((rdv) => rdv.SUPPRIME !== 1).toSorted((a, b) => a.RDV_DEBUT.localeCompare(b.RDV_DEBUT))
  const isEnded = endedByReport(input.natures, input.soumissions)
  const late = active.find((rdv) => rdv.RDV_FIN < now && !isDebriefed(rdv) && !isEnded(rdv))
  if (late) return { kind: 'debrief', idRdv: late.IDRDV, at: late.RDV_DEBUT }
  if (!projet.IDRESPONSABLEPROJET) return { kind: 'assign' }
  const coming = active.find((rdv) => rdv.RDV_FIN >= now)
  const upcoming = coming ? ({ kind: 'upcoming', idRdv: coming.IDRDV, at: coming.RDV_DEBUT } as const) : null

  if (projet.IDETAT_PROJET >= 4) {
    const open = interventions
      .filter((one) => one.FEEDBACK === null)
      .toSorted((a, b) => a.RDV_DEBUT.localeCompare(b.RDV_DEBUT))[0]
    if (open) {
      const kind = open.RDV_FIN < now ? 'feedback' : 'works'
      return { kind, idIntervention: open.IDINTERVENTION, at: open.RDV_DEBUT }
    }
    // Every other visit that ended badly has its return, or another time, among those that are looked at here.
    const bad = interventions.find(
      (one) =>
        one.FEEDBACK === 'mauvais' &&
        returnsOf(one, interventions).length === 0 &&
        !isFinished(one, interventions, input.zone) &&
        !one.IDINTERVENTION_PLANNING.some(({ DEBUT }) => DEBUT > now),
    )
    if (bad) return { kind: 'reprise', idIntervention: bad.IDINTERVENTION, at: bad.RDV_DEBUT }
    const isToPlan = input.interventions.length === 0 || ordersToPlan(devis, interventions, input.zone).length > 0
    return isToPlan ? { kind: 'intervention' } : upcoming
  }
  if (upcoming) return upcoming
  const pending = devis.filter((one) => isPending(one))
  const waiting = pending.find((one) => !isDraft(one)) ?? pending[0]
  const sold = active.findLast((rdv) => isDebriefed(rdv))
  if (waiting && sold?.DEBRIEF_CATEGORIE === SOLD) {
    return { kind: 'signQuote', idDevis: waiting.IDDEVIS, at: sold.RDV_DEBUT }
  }
  if (waiting) return { kind: isDraft(waiting) ? 'sendQuote' : 'followQuote', idDevis: waiting.IDDEVIS }
  return active.length > 0 ? { kind: 'quote' } : { kind: 'plan' }
}

interface Unsent {
  sync: { state: string }
}

/**
 * The state to show: the server's, or the state by the shared rule from the quotes and interventions of this device while some of them
 * are not sent yet, so that a quote made without a network changes the project's state at once.
 */
export function shownState(
  projet: { IDETAT_PROJET: number },
  devis: readonly (StateQuote & Unsent)[],
  interventions: readonly (StateWork & Unsent)[],
  zone: string,
): number {
  const unsent = [...devis, ...interventions].some((one) => one.sync.state !== 'synced')
  return unsent ? computeProjectState(devis, interventions, zone) : projet.IDETAT_PROJET
}

/** The steps that a project goes through; 3 is not shown by the product (ENT-07). */
export const STEPS = [1, 2, 4, 5] as const

/** Each step as done, current, or to come. An unknown state has no current step. */
export function stepStates(state: number): { step: (typeof STEPS)[number]; state: 'done' | 'current' | 'todo' }[] {
  return STEPS.map((step) => ({ step, state: step === state ? 'current' : step < state ? 'done' : 'todo' }))
}
