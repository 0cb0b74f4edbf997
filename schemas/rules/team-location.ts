import { type AbsenceTimes, GENRE_LABELS, type GenreAbsence, occurrencesOf } from './absences.ts'

export interface TeamRdv {
  IDRDV: string
  RDV_OBJET: string | null
  RDV_DEBUT: string
  RDV_FIN: string
  IDPROJET: string | null
  IDADRESSE: string | null
  IDPERSONNELS: readonly string[]
  SUPPRIME: 0 | 1
}

export interface TeamIntervention {
  IDINTERVENTION: string
  RDV_OBJET: string | null
  IDPROJET: string
  IDINTERVENTION_PLANNING: readonly { IDPERSONNEL: string; DEBUT: string; FIN: string }[]
}

/** A person's stay at a place. */
export interface Stay {
  IDPERSONNEL: string
  kind: 'rdv' | 'intervention' | 'absence'
  id: string
  objet: string | null
  /** Wall clock of this person's part. */
  debut: string
  fin: string
  IDPROJET: string | null
  /** The place of the appointment itself; without one, the project's or the client's is used. */
  IDADRESSE: string | null
  /** Of an absence: the day on which its rule puts this time. */
  jour?: string
}

/** An absence of which this device has the record. */
export interface TeamAbsence extends AbsenceTimes {
  id: string
  IDPERSONNELS: readonly string[]
  GENRE: GenreAbsence
  OBJET: string | null
}

interface Team {
  rdvs: readonly TeamRdv[]
  interventions: readonly TeamIntervention[]
}

/** Each person's times of absences between two days, both included. */
export const absentStays = (absences: readonly TeamAbsence[], between: { from: string; until: string }): Stay[] =>
  absences.flatMap((absence) =>
    occurrencesOf(absence, between).flatMap(({ id: jour, debut, fin }) =>
      absence.IDPERSONNELS.map(
        (IDPERSONNEL): Stay => ({
          IDPERSONNEL,
          kind: 'absence',
          id: absence.id,
          objet: absence.OBJET || GENRE_LABELS[absence.GENRE],
          debut,
          fin,
          IDPROJET: null,
          IDADRESSE: null,
          jour,
        }),
      ),
    ),
  )

/** Every stay of every person: appointments that were not deleted, and each person's own part of the works. */
export function staysOf({ rdvs, interventions }: Team): Stay[] {
  const visiting = rdvs
    .filter((rdv) => rdv.SUPPRIME === 0)
    .flatMap((rdv) =>
      rdv.IDPERSONNELS.map(
        (IDPERSONNEL): Stay => ({
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
    works.IDINTERVENTION_PLANNING.map(
      ({ IDPERSONNEL, DEBUT, FIN }): Stay => ({
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

/** From its first minute to the one before its end, as `GET /equipe/localisation/rdv` and `/intervention` say it (GEO-05). */
export const isOn = ({ debut, fin }: Pick<Stay, 'debut' | 'fin'>, time: string): boolean => debut <= time && fin > time
