import { isOn, type Stay, staysOf, type TeamIntervention, type TeamRdv } from '../../../schemas/rules/team-location.ts'

export interface Whereabouts {
  /** Running at that minute; the one that began last. */
  now: Stay | null
  /** The next of the same day. */
  next: Stay | null
}

const NOWHERE: Whereabouts = { now: null, next: null }

/** The present item of each person at a minute `yyyy-MM-dd HH:mm` (GEO-05), and the next one. */
export function whereabouts(
  at: string,
  rdvs: readonly TeamRdv[],
  interventions: readonly TeamIntervention[],
): (idPersonnel: string) => Whereabouts {
  const found = new Map<string, Whereabouts>()
  const day = at.slice(0, 10)
  for (const stay of staysOf({ rdvs, interventions })) {
    const known = found.get(stay.IDPERSONNEL) ?? NOWHERE
    const comes = stay.debut > at && stay.debut.startsWith(day)
    if (isOn(stay, at) && (known.now === null || stay.debut > known.now.debut))
      found.set(stay.IDPERSONNEL, { ...known, now: stay })
    if (comes && (known.next === null || stay.debut < known.next.debut))
      found.set(stay.IDPERSONNEL, { ...known, next: stay })
  }
  return (idPersonnel) => found.get(idPersonnel) ?? NOWHERE
}
