import type { NATURE_CODES } from '../entities/reference.ts'
import { isDebriefed } from './debrief.ts'

export interface RafRdv {
  IDRDV: string
  RDV_FIN: string
  IDNATURE_RDV: string | null
  IDPERSONNELS: readonly string[]
  SUPPRIME: 0 | 1
  DEBRIEF_CATEGORIE: number
}

export interface RafIntervention {
  IDINTERVENTION: string
  RDV_FIN: string
  IDINTERVENTION_PLANNING: readonly { IDPERSONNEL: string }[]
  FEEDBACK: string | null
}

export type RafItem<R extends RafRdv = RafRdv, I extends RafIntervention = RafIntervention> =
  | { kind: 'rdv'; id: string; end: string; record: R }
  | { kind: 'intervention'; id: string; end: string; record: I }

/** Natures of appointments at which nothing is sold. */
export const UNSOLD: ReadonlySet<string> = new Set<(typeof NATURE_CODES)[number]>(['Metre', 'Autre'])

/**
 * Whether the report alone ends this appointment: its nature is one at which nothing is sold, and its report is written.
 * @returns a test of one appointment
 */
export function endedByReport(
  natures: readonly { id: string; CODE: string | null }[],
  soumissions: readonly { IDRDV: string | null }[],
): (rdv: Pick<RafRdv, 'IDRDV' | 'IDNATURE_RDV'>) => boolean {
  const reported = new Set(soumissions.map((soumission) => soumission.IDRDV))
  const unsold = new Set(natures.filter(({ CODE }) => CODE !== null && UNSOLD.has(CODE)).map(({ id }) => id))
  return ({ IDRDV, IDNATURE_RDV }) => unsold.has(IDNATURE_RDV ?? '') && reported.has(IDRDV)
}

/**
 * « Reste à faire » (MGR-13), oldest first: past active rdvs that I take part in without a debrief, and past interventions that I am planned
 * on without feedback or without a signed PV, unless a later visit has finished them. A report does not replace the debrief of a person who may
 * debrief, except where nothing is sold (a measure, a meeting). For anybody else the report is what remains, and the debrief of a colleague ends it too. `now` is the company's wall clock `yyyy-MM-dd HH:mm`; an end at that minute is past.
 */
export function raf<R extends RafRdv, I extends RafIntervention>(input: {
  me: string
  now: string
  mayDebrief: boolean
  natures: readonly { id: string; CODE: string | null }[]
  rdvs: readonly R[]
  soumissions: readonly { IDRDV: string | null }[]
  interventions: readonly I[]
  /** Ids of the interventions that have a signed PV, on the server or in this device's queue. */
  signed: ReadonlySet<string>
  /** Ids of those that ended badly and that a later visit has finished (`isFinished`): its PV is the one of these works. */
  repaired: ReadonlySet<string>
}): RafItem<R, I>[] {
  const { me, now, signed, repaired } = input
  const reported = new Set(input.soumissions.map((soumission) => soumission.IDRDV))
  const isEnded = endedByReport(input.natures, input.soumissions)
  const items: RafItem<R, I>[] = []
  for (const rdv of input.rdvs) {
    if (rdv.SUPPRIME === 1 || rdv.RDV_FIN > now || !rdv.IDPERSONNELS.includes(me)) continue
    if (isDebriefed(rdv) || isEnded(rdv) || (!input.mayDebrief && reported.has(rdv.IDRDV))) continue
    items.push({ kind: 'rdv', id: rdv.IDRDV, end: rdv.RDV_FIN, record: rdv })
  }
  for (const intervention of input.interventions) {
    const planned = intervention.IDINTERVENTION_PLANNING.some((entry) => entry.IDPERSONNEL === me)
    if (!planned || intervention.RDV_FIN > now) continue
    // « bon » is refused without a PV, so only a « mauvais » may lack one.
    const complete = intervention.FEEDBACK !== null && !lacksPv(intervention, signed)
    if (complete || repaired.has(intervention.IDINTERVENTION)) continue
    items.push({
      kind: 'intervention',
      id: intervention.IDINTERVENTION,
      end: intervention.RDV_FIN,
      record: intervention,
    })
  }
  return items.sort((a, b) => (a.end === b.end ? (a.id < b.id ? -1 : 1) : a.end < b.end ? -1 : 1))
}

const lacksPv = (intervention: RafIntervention, signed: ReadonlySet<string>): boolean =>
  intervention.FEEDBACK === 'mauvais' && !signed.has(intervention.IDINTERVENTION)
