import type { Static } from 'typebox'
import * as Type from 'typebox'
import { AddressCard, orNull, PersonCard, textOrNull } from './cards.ts'
import { QuoteSummary } from './devis.ts'
import { SpaceIntervention, SpaceRdv } from './rdvs.ts'

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
  /** Ended without works, by either side; the reason is not shown to the customer. */
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
export type ProjectView = Static<typeof ProjectView>
