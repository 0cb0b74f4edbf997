import { projectState } from '../../../schemas/rules/project-state.ts'
import type { AddressCard } from '../../../schemas/space/cards.ts'
import type { ProjectSummary } from '../../../schemas/space/project.ts'
import { splitDescription } from '../../journal/call-lines.ts'

interface ProjectRow {
  IDPROJET: string
  DESCRIPTION: string | null
  TYPE_PROJET: number
  IDETAT_PROJET: number
  DATE_CREATION: string | null
  DATE_SANS_SUITE: string | null
  REFUSE: 0 | 1
  /** A quote was given to the customer: until then they do not read that one is ready. */
  hasQuote: boolean
}

const [NEW, QUOTED] = [1, 2]

export function projectSummary(row: ProjectRow, adresse: AddressCard | null): ProjectSummary {
  const { title, color, customer } = projectState(
    row.IDETAT_PROJET === QUOTED && !row.hasQuote ? NEW : row.IDETAT_PROJET,
  )
  return {
    IDPROJET: row.IDPROJET,
    // A server older than the journal, if it runs again for a while, lets such lines in again.
    DESCRIPTION: splitDescription(row.DESCRIPTION).description,
    TYPE_PROJET: row.TYPE_PROJET,
    IDETAT_PROJET: row.IDETAT_PROJET,
    etatProjet: { title, color, description: customer },
    DATE_CREATION: row.DATE_CREATION,
    clos: row.REFUSE === 1 || row.DATE_SANS_SUITE !== null,
    adresse,
  }
}
