import type { Viewers } from '../../schemas/access.ts'

/** What decides who sees a project: the people of its active appointments and of its planned interventions. */
export interface ProjectPeople {
  rdvs: readonly { people: readonly string[]; active: boolean }[]
  interventions: readonly { people: readonly string[] }[]
}

const people = (ids: readonly (string | null | undefined)[]): string[] =>
  [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))].sort()

/** Viewers of a project; everything that belongs to it inherits them. */
export function projectViewers(
  projet: { IDAGENCE: string | null; IDRESPONSABLEPROJET: string | null; createdBy: string | null },
  { rdvs, interventions }: ProjectPeople,
): Viewers {
  return {
    agence: projet.IDAGENCE,
    personnes: people([
      projet.IDRESPONSABLEPROJET ?? projet.createdBy,
      ...rdvs.filter((rdv) => rdv.active).flatMap((rdv) => rdv.people),
      ...interventions.flatMap((intervention) => intervention.people),
    ]),
  }
}

/** Viewers of a record without a project: an appointment's participants or a report's author, and the creator's agency. */
export const ownViewers = (row: {
  people: readonly string[]
  createdBy: string | null
  agence: string | null
}): Viewers => ({ agence: row.agence, personnes: people([...row.people, row.createdBy]) })

/** Viewers of a conflict about a record that everyone sees: both authors, the client's commercial, the agency. */
export const conflictViewers = (row: {
  authors: readonly (string | null)[]
  commercial: string | null
  agence: string | null
}): Viewers => ({ agence: row.agence, personnes: people([...row.authors, row.commercial]) })

/** Viewers of what is about one person (their targets): the person, and the office of every agency, who see everybody's sales in the ranking too. */
export const personViewers = (person: string): Viewers => ({ agence: null, personnes: [person] })

export const sameViewers = (a: Viewers, b: Viewers): boolean =>
  a.agence === b.agence && [...a.personnes].sort().join('\n') === [...b.personnes].sort().join('\n')
