import type { Static } from 'typebox'
import * as Type from 'typebox'
import { ID_PATTERN } from './fields.ts'
import { object, optional } from './objects.ts'

/** How what somebody held is divided: all to one, by agency, to the nearest colleague, or evenly. */
export const DIVISIONS = ['un', 'agence', 'proche', 'egal'] as const
export type Division = (typeof DIVISIONS)[number]

/** A handover may be taken back, and the devices of the person may still send, for so many days. */
export const HANDOVER_DAYS = 30

/** What is handed over, in the order in which people read it. */
export const HANDED = ['client', 'projet', 'rdv', 'intervention', 'devis'] as const
export type Handed = (typeof HANDED)[number]
export const isHanded = (resource: string): resource is Handed => (HANDED as readonly string[]).includes(resource)

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const count = Type.Integer({ minimum: 0 })
const counts = {
  CLIENTS: count,
  PROJETS: count,
  /** Planned follow-ups: they stand in the projects and go with them. */
  RELANCES: count,
  RDVS: count,
  INTERVENTIONS: count,
  DEVIS: count,
}
export const HandoverCounts = object(counts, { additionalProperties: false })
export type HandoverCounts = Static<typeof HandoverCounts>

const asked = {
  REPARTITION: Type.Enum([...DIVISIONS]),
  COLLEGUES: Type.Array(id, { minItems: 1, maxItems: 50 }),
}
export const HandoverAsk = object(asked, { additionalProperties: false })
export type HandoverAsk = Static<typeof HandoverAsk>

export const HandoverOrder = object(
  {
    ...asked,
    /** Of the preview that the person agreed to. */
    EMPREINTE: Type.String({ maxLength: 64 }),
    /** false: the sessions end at once, and what was not sent stays on the device. */
    ENVOI: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type HandoverOrder = Static<typeof HandoverOrder>

const HandoverPart = object({ IDPERSONNEL: id, ...counts }, { additionalProperties: false })
export type HandoverPart = Static<typeof HandoverPart>

/** An appointment, or hours on a site, that the colleague could not keep: they are taken at that time. Wall clock. */
const Collision = object(
  {
    IDPERSONNEL: id,
    RESSOURCE: Type.Enum(['rdv', 'intervention']),
    ID: id,
    OBJET: Type.Union([Type.String(), Type.Null()]),
    DEBUT: Type.String(),
    FIN: Type.String(),
    PRIS_DEBUT: Type.String(),
    PRIS_FIN: Type.String(),
  },
  { additionalProperties: false },
)
export type HandoverCollision = Static<typeof Collision>

export const HandoverPreview = object(
  {
    TOTAL: HandoverCounts,
    PARTS: Type.Array(HandoverPart),
    COLLISIONS: Type.Array(Collision),
    /** Fingerprint of who gets what. */
    EMPREINTE: Type.String(),
  },
  { additionalProperties: false },
)
export type HandoverPreview = Static<typeof HandoverPreview>

/** A handover, and how far it is. */
export const Handover = object(
  {
    id: Type.String(),
    IDPERSONNEL: id,
    REPARTITION: Type.Enum([...DIVISIONS]),
    PAR: Type.String(),
    LE: Type.String({ format: 'lolapp-instant' }),
    ANNULEE_LE: Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()]),
    /** Until when it may be taken back. */
    ANNULABLE_JUSQUA: Type.String({ format: 'lolapp-instant' }),
    TOTAL: count,
    /** What the colleagues got, also when it went back since. Absent from an answer of before it existed. */
    DONNEES: optional(count),
    /** Records that had ended, were deleted or were no longer the person's when their turn came; none once the handover is undone. */
    IGNOREES: optional(
      Type.Array(object({ RESSOURCE: Type.Enum([...HANDED]), ID: id }, { additionalProperties: false })),
    ),
    /** What the handover, or its undoing, has still to do. */
    RESTE: count,
    /** Records that were changed since: the undoing left them with the colleague. */
    LAISSES: Type.Array(
      object({ RESSOURCE: Type.Enum([...HANDED]), ID: id, IDPERSONNEL: id }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type Handover = Static<typeof Handover>
