import type { SpaceIntervention, SpaceRdv } from '../../../schemas/space/rdvs.ts'
import { spaceText as text } from '../../text/space.ts'
import { addressLine, personName } from './people.ts'

/** One of the times of a visit. */
export interface VisitTime {
  /** Its name in calendars, where the server says it. */
  uid?: string
  /** Wall clocks of the company. */
  start: string
  end: string
}

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
  /** Of works with more than one time, each of them, in order: nobody comes in between. */
  times?: VisitTime[]
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

const dayOf = (wall: string): string => wall.slice(0, 10)

/** When somebody comes, in order: what is planned on one day, or without a break, is one time, also where several people come. */
function timesOf(planning: SpaceIntervention['planning']): VisitTime[] {
  const times: VisitTime[] = []
  for (const { DEBUT: start, FIN: end, UID } of planning.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
    const last = times.at(-1)
    if (last === undefined || (start > last.end && dayOf(start) !== dayOf(last.start)))
      times.push({ ...(UID === undefined ? {} : { uid: UID }), start, end })
    else if (end > last.end) last.end = end
  }
  return times
}

/** Of two people who begin together the same one gives the time its name, in whatever order the server says them. */
const orderOf = ({ DEBUT, UID = '' }: SpaceIntervention['planning'][number]): string => `${DEBUT} ${UID}`

export function visitOfWorks(works: SpaceIntervention): Visit {
  const times = timesOf(works.planning)
  return {
    id: works.IDINTERVENTION,
    kind: 'intervention',
    ...(works.UID === undefined ? {} : { uid: works.UID }),
    title: works.RDV_OBJET || works.type || text.rdv.works,
    start: works.RDV_DEBUT,
    end: works.RDV_FIN,
    ...(times.length > 1 ? { times } : {}),
    place: addressLine(works.adresse ?? null),
    people: works.personnes.map(personName),
  }
}

/** The visit under way and those to come, soonest first; one of several times by the next of them. @param now wall clock of the company */
export function comingVisits(visits: readonly Visit[], now: string): Visit[] {
  const next = ({ start, times = [] }: Visit): string => times.find(({ end }) => end > now)?.start ?? start
  return visits.filter((visit) => visit.end > now).toSorted((a, b) => (next(a) < next(b) ? -1 : 1))
}
