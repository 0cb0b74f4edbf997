import type { Viewers } from '../access.ts'

/** In the place of an agency: who sees all agencies, and nobody else, sees the row for their agency. */
export const EVERY_AGENCY = '--'

/** The fields of a member of the staff that say which agency is theirs. */
export interface Posted {
  IDAGENCE: string | null
  AGENCES: readonly string[]
  TOUTES_AGENCES: number | null
}

/** Whose directors read somebody's absences: those of the main agency, else of the only one. Several agencies, or all, are no one director's. */
function absenceAgency({ IDAGENCE, AGENCES, TOUTES_AGENCES }: Posted): string | null {
  if (IDAGENCE !== null) return IDAGENCE
  const [only = null, ...others] = new Set(AGENCES)
  return TOUTES_AGENCES === 1 || others.length > 0 ? EVERY_AGENCY : only
}

/** Who sees an absence: its people, and the directors of their agency; of people of different agencies, or of none, all directors. */
export function absenceViewers(ids: readonly string[], people: readonly Posted[]): Viewers {
  const agencies = new Set(people.map(absenceAgency))
  const [agence = null] = agencies
  return { agence: agencies.size === 1 ? agence : null, personnes: [...new Set(ids)].sort() }
}
