import { isDebriefed } from './debrief.ts'

export interface RafRdv {
  IDRDV: string
  RDV_FIN: string
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

/**
 * « Reste à faire » (MGR-13), oldest first: past active rdvs that I take part in with neither a debrief nor a report, and past
 * interventions that I am planned on without feedback. `now` is the company's wall clock `yyyy-MM-dd HH:mm`; an end at that minute is past.
 */
export function raf<R extends RafRdv, I extends RafIntervention>(input: {
  me: string
  now: string
  rdvs: readonly R[]
  soumissions: readonly { IDRDV: string | null }[]
  interventions: readonly I[]
}): RafItem<R, I>[] {
  const { me, now } = input
  const reported = new Set(input.soumissions.map((soumission) => soumission.IDRDV))
  const items: RafItem<R, I>[] = []
  for (const rdv of input.rdvs) {
    if (rdv.SUPPRIME === 1 || rdv.RDV_FIN > now || !rdv.IDPERSONNELS.includes(me)) continue
    if (isDebriefed(rdv) || reported.has(rdv.IDRDV)) continue
    items.push({ kind: 'rdv', id: rdv.IDRDV, end: rdv.RDV_FIN, record: rdv })
  }
  for (const intervention of input.interventions) {
    const planned = intervention.IDINTERVENTION_PLANNING.some((entry) => entry.IDPERSONNEL === me)
    if (!planned || intervention.FEEDBACK !== null || intervention.RDV_FIN > now) continue
    items.push({
      kind: 'intervention',
      id: intervention.IDINTERVENTION,
      end: intervention.RDV_FIN,
      record: intervention,
    })
  }
  return items.sort((a, b) => (a.end === b.end ? (a.id < b.id ? -1 : 1) : a.end < b.end ? -1 : 1))
}
