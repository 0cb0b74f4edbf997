import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object } from '../objects.ts'
import { AddressCard, orNull, PersonCard, textOrNull } from './cards.ts'
import { QuoteSummary } from './devis.ts'
import { SpaceIntervention, SpaceRdv } from './rdvs.ts'

const SUMMARY = {
  IDPROJET: Type.String(),
  DESCRIPTION: textOrNull,
  TYPE_PROJET: Type.Integer(),
  IDETAT_PROJET: Type.Integer(),
  /** `description` is the customer-facing text. */
  etatProjet: object(
    { title: Type.String(), color: Type.String(), description: Type.String() },
    { additionalProperties: false },
  ),
  DATE_CREATION: textOrNull,
  /** Ended without works, by either side; the reason is not shown to the customer. */
  clos: Type.Boolean(),
  adresse: orNull(AddressCard),
}

export const ProjectSummary = object(SUMMARY, { additionalProperties: false })
export type ProjectSummary = Static<typeof ProjectSummary>

export const ProjectView = object(
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
