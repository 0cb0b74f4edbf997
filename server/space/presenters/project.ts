import { NOTHING_WAITS, type ProjectState, projectState } from '../../../schemas/rules/project-state.ts'
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
  /** The last day `yyyy-MM-dd` on which one of those that wait for the customer's answer is valid; null when none waits. */
  waitsUntil: string | null
}

const isStopped = ({ REFUSE, DATE_SANS_SUITE }: ProjectRow): boolean => REFUSE === 1 || Boolean(DATE_SANS_SUITE)

const [NEW, QUOTED] = [1, 2]

/** The state in the customer's words: « Devis prêt » only while they can sign one. */
function stateFor(row: ProjectRow, day: string): ProjectState {
  const { IDETAT_PROJET, hasQuote, waitsUntil } = row
  if (IDETAT_PROJET !== QUOTED) return projectState(IDETAT_PROJET)
  if (!hasQuote) return projectState(NEW)
  return waitsUntil !== null && waitsUntil >= day && !isStopped(row) ? projectState(QUOTED) : NOTHING_WAITS
}

/** @param day the company's day `yyyy-MM-dd` */
export function projectSummary(
  row: ProjectRow,
  { adresse, day }: { adresse: AddressCard | null; day: string },
): ProjectSummary {
  const { title, color, customer } = stateFor(row, day)
  return {
    IDPROJET: row.IDPROJET,
    // A server older than the journal, if it runs again for a while, lets such lines in again.
    DESCRIPTION: splitDescription(row.DESCRIPTION).description,
    TYPE_PROJET: row.TYPE_PROJET,
    IDETAT_PROJET: row.IDETAT_PROJET,
    etatProjet: { title, color, description: customer },
    DATE_CREATION: row.DATE_CREATION,
    clos: isStopped(row),
    adresse,
  }
}
