import type { SpaceIntervention, SpaceRdv } from '../../../schemas/space/rdvs.ts'
import { spaceText as text } from '../../text/space.ts'
import { addressLine, personName } from './people.ts'

/** A visit to the customer: an appointment, or works. */
export interface Visit {
  id: string
  kind: 'rdv' | 'intervention'
  sequence?: number
  /** Its name in calendars, where the server says it. */
  uid?: string
  title: string
  /** Wall clocks of the company. */
  start: string
  end: string
  place: string | null
  people: string[]
}

export const visitOfRdv = (rdv: SpaceRdv): Visit => ({
  id: rdv.IDRDV,
  kind: 'rdv',
  ...(rdv.SEQUENCE === undefined ? {} : { sequence: rdv.SEQUENCE }),
  ...(rdv.UID === undefined ? {} : { uid: rdv.UID }),
  title: rdv.RDV_OBJET || rdv.nature.LIBELLE,
  start: rdv.RDV_DEBUT,
  end: rdv.RDV_FIN,
  place: addressLine(rdv.adresse),
  people: rdv.personnes.map(personName),
})

export const visitOfWorks = (works: SpaceIntervention): Visit => ({
  id: works.IDINTERVENTION,
  kind: 'intervention',
  ...(works.UID === undefined ? {} : { uid: works.UID }),
  title: works.RDV_OBJET || works.type || text.rdv.works,
  start: works.RDV_DEBUT,
  end: works.RDV_FIN,
  place: addressLine(works.adresse ?? null),
  people: works.personnes.map(personName),
})

/** The visit under way and those to come, soonest first. @param now wall clock of the company */
export const comingVisits = (visits: readonly Visit[], now: string): Visit[] =>
  visits.filter((visit) => visit.end > now).toSorted((a, b) => (a.start < b.start ? -1 : 1))
