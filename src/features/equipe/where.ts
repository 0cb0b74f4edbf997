/** A time that somebody spends somewhere. */
export interface Spot {
  kind: 'rdv' | 'intervention'
  id: string
  /** Wall clock of this person's part. */
  start: string
  end: string
  objet: string | null
  idProjet: string | null
  /** The appointment's own place; null for the site or the client's home. */
  idAdresse: string | null
}

export interface Whereabouts {
  /** Running at that minute; the one that began last. */
  now: Spot | null
  /** The next of the same day. */
  next: Spot | null
}

interface TeamRdv {
  IDRDV: string
  RDV_OBJET: string | null
  RDV_DEBUT: string
  RDV_FIN: string
  IDPROJET: string | null
  IDADRESSE: string | null
  IDPERSONNELS: readonly string[]
  SUPPRIME: 0 | 1
}

interface TeamIntervention {
  IDINTERVENTION: string
  RDV_OBJET: string | null
  IDPROJET: string
  IDINTERVENTION_PLANNING: readonly { IDPERSONNEL: string; DEBUT: string; FIN: string }[]
}

const NOWHERE: Whereabouts = { now: null, next: null }

function* spots(rdvs: readonly TeamRdv[], interventions: readonly TeamIntervention[]): Generator<[string, Spot]> {
  for (const rdv of rdvs) {
    if (rdv.SUPPRIME === 1) continue
    const spot = {
      kind: 'rdv' as const,
      id: rdv.IDRDV,
      start: rdv.RDV_DEBUT,
      end: rdv.RDV_FIN,
      objet: rdv.RDV_OBJET,
      idProjet: rdv.IDPROJET,
      idAdresse: rdv.IDADRESSE,
    }
    for (const person of rdv.IDPERSONNELS) yield [person, spot]
  }
  for (const work of interventions) {
    for (const entry of work.IDINTERVENTION_PLANNING) {
      yield [
        entry.IDPERSONNEL,
        {
          kind: 'intervention',
          id: work.IDINTERVENTION,
          start: entry.DEBUT,
          end: entry.FIN,
          objet: work.RDV_OBJET,
          idProjet: work.IDPROJET,
          idAdresse: null,
        },
      ]
    }
  }
}

/**
 * Who is where at a minute `yyyy-MM-dd HH:mm` (GEO-05): from the first minute of an appointment or of one's part of the works to the one
 * before its end, as the server's /equipe/localisation says it.
 */
export function whereabouts(
  at: string,
  rdvs: readonly TeamRdv[],
  interventions: readonly TeamIntervention[],
): (idPersonnel: string) => Whereabouts {
  const found = new Map<string, Whereabouts>()
  const day = at.slice(0, 10)
  for (const [person, spot] of spots(rdvs, interventions)) {
    const known = found.get(person) ?? NOWHERE
    const runs = spot.start <= at && spot.end > at
    const comes = spot.start > at && spot.start.startsWith(day)
    if (runs && (known.now === null || spot.start > known.now.start)) found.set(person, { ...known, now: spot })
    if (comes && (known.next === null || spot.start < known.next.start)) found.set(person, { ...known, next: spot })
  }
  return (idPersonnel) => found.get(idPersonnel) ?? NOWHERE
}
