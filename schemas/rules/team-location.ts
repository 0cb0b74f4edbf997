import { addDays } from '../dates.ts'

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

/** Somebody who is at something at a time. */
export interface Whereabouts {
  IDPERSONNEL: string
  kind: 'rdv' | 'intervention'
  id: string
  objet: string | null
  debut: string
  fin: string
  IDPROJET: string | null
  /** The place of the appointment itself; the project's or the client's stands in for none. */
  IDADRESSE: string | null
}

/** The longest appointment that is looked for: those that began this many days before. */
export const TEAM_DAYS = 2
/** Works last longer. */
export const TEAM_WORKS_DAYS = 31

/** The days in which what goes on at `time` began. */
export const teamSince = (time: string, days: number): string => addDays(time.slice(0, 10), -days)

const isOn = (time: string, from: string, to: string): boolean => from <= time && to > time

/**
 * Who is at what at `time`, from its first minute to the one before its end: the rule of `GET /equipe/localisation/rdv` and
 * `/intervention` (GEO-05), on local records.
 */
export function teamAt(
  time: string,
  { rdvs, interventions }: { rdvs: readonly TeamRdv[]; interventions: readonly TeamIntervention[] },
): Whereabouts[] {
  const visiting = rdvs
    .filter((rdv) => rdv.SUPPRIME === 0 && isOn(time, rdv.RDV_DEBUT, rdv.RDV_FIN))
    .flatMap((rdv) =>
      rdv.IDPERSONNELS.map(
        (IDPERSONNEL): Whereabouts => ({
          IDPERSONNEL,
          kind: 'rdv',
          id: rdv.IDRDV,
          objet: rdv.RDV_OBJET,
          debut: rdv.RDV_DEBUT,
          fin: rdv.RDV_FIN,
          IDPROJET: rdv.IDPROJET,
          IDADRESSE: rdv.IDADRESSE,
        }),
      ),
    )
  const working = interventions.flatMap((works) =>
    works.IDINTERVENTION_PLANNING.filter(({ DEBUT, FIN }) => isOn(time, DEBUT, FIN)).map(
      ({ IDPERSONNEL, DEBUT, FIN }): Whereabouts => ({
        IDPERSONNEL,
        kind: 'intervention',
        id: works.IDINTERVENTION,
        objet: works.RDV_OBJET,
        debut: DEBUT,
        fin: FIN,
        IDPROJET: works.IDPROJET,
        IDADRESSE: null,
      }),
    ),
  )
  return [...visiting, ...working]
}
