import Type, { type Static } from 'typebox'
import { projectState } from '../../../schemas/rules/project-state.ts'
import { SpaceIntervention, SpaceRdv } from './appointments.ts'
import { AddressCard, orNull, PersonCard, textOrNull } from './cards.ts'
import { QuoteSummary } from './quote.ts'

const SUMMARY = {
  IDPROJET: Type.String(),
  DESCRIPTION: textOrNull,
  TYPE_PROJET: Type.Integer(),
  IDETAT_PROJET: Type.Integer(),
  /** `description` is the customer-facing text. */
  etatProjet: Type.Object(
    { title: Type.String(), color: Type.String(), description: Type.String() },
    { additionalProperties: false },
  ),
  DATE_CREATION: textOrNull,
  /** Ended without works, by either side; why is the company's business. */
  clos: Type.Boolean(),
  adresse: orNull(AddressCard),
}

export const ProjectSummary = Type.Object(SUMMARY, { additionalProperties: false })
export type ProjectSummary = Static<typeof ProjectSummary>

export const ProjectView = Type.Object(
  {
    ...SUMMARY,
    responsable: orNull(PersonCard),
    devis: Type.Array(QuoteSummary),
    rdvs: Type.Array(SpaceRdv),
    interventions: Type.Array(SpaceIntervention),
  },
  { additionalProperties: false },
)

interface ProjectRow {
  IDPROJET: string
  DESCRIPTION: string | null
  TYPE_PROJET: number
  IDETAT_PROJET: number
  DATE_CREATION: string | null
  DATE_SANS_SUITE: string | null
  REFUSE: 0 | 1
}

export function projectSummary(row: ProjectRow, adresse: AddressCard | null): ProjectSummary {
  const { title, color, customer } = projectState(row.IDETAT_PROJET)
  return {
    IDPROJET: row.IDPROJET,
    DESCRIPTION: row.DESCRIPTION,
    TYPE_PROJET: row.TYPE_PROJET,
    IDETAT_PROJET: row.IDETAT_PROJET,
    etatProjet: { title, color, description: customer },
    DATE_CREATION: row.DATE_CREATION,
    clos: row.REFUSE === 1 || row.DATE_SANS_SUITE !== null,
    adresse,
  }
}
