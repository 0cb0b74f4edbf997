import type { Static } from 'typebox'
import * as Type from 'typebox'
import { ligne } from '../rules/devis.ts'
import { AddressCard, orNull, PersonCard, textOrNull } from './cards.ts'
import { SpaceIntervention } from './rdvs.ts'

const SUMMARY = {
  IDDEVIS: Type.String(),
  IDPROJET: Type.String(),
  NUMERO_DEVIS: textOrNull,
  OBJET: textOrNull,
  NET_HT: Type.Integer(),
  PRIX_TTC: Type.Integer(),
  DATE_EDITION: textOrNull,
  DATE_VALIDITE: textOrNull,
  DATE_TRANSMISSION: textOrNull,
  DATE_CONSULTATION: textOrNull,
  DATE_SIGNATURE: textOrNull,
  DATE_REFUSE: textOrNull,
  isCommande: Type.Boolean(),
  isPublicDevis: Type.Boolean(),
  /** Another quote of the project was signed since this one was sent: it is not to be signed any more. Older servers do not say it. */
  autreSigne: Type.Optional(Type.Boolean()),
  /** attente, expire, signe, refuse, retracte */
  etat: Type.Enum(['attente', 'expire', 'signe', 'refuse', 'retracte']),
  /** Its name among variants; older servers say neither. */
  variante: Type.Optional(textOrNull),
  /** Quotes of one project with the same group are variants: the customer signs one. */
  groupe: Type.Optional(Type.String()),
}

export const QuoteSummary = Type.Object(SUMMARY, { additionalProperties: false })
export type QuoteSummary = Static<typeof QuoteSummary>

const EntrepriseCard = Type.Object(
  {
    NOM: Type.String(),
    SIRET: textOrNull,
    MENTIONS_LEGALES: textOrNull,
    MEDIATEUR: textOrNull,
    ASSURANCE: textOrNull,
    ...AddressCard.properties,
  },
  { additionalProperties: false },
)

/** A quote beside its variants. */
const QuoteVariant = Type.Object({ ...SUMMARY, LIGNES: Type.Array(ligne) }, { additionalProperties: false })
export type QuoteVariant = Static<typeof QuoteVariant>

export const QuoteView = Type.Object(
  {
    ...SUMMARY,
    LIGNES: Type.Array(ligne),
    /** The variants that the customer was given, this quote included, in the order in which they were made. Older servers do not say it. */
    variantes: Type.Optional(Type.Array(QuoteVariant)),
    TVA: Type.Array(Type.Object({ TAUX: Type.Integer(), BASE_HT: Type.Integer(), MONTANT: Type.Integer() })),
    entreprise: EntrepriseCard,
    client: Type.Object(
      { NOM: Type.String(), PRENOM: textOrNull, ...AddressCard.properties },
      { additionalProperties: false },
    ),
    chantier: orNull(AddressCard),
    commercial: orNull(PersonCard),
    /** Hash of the content shown here: the signature sends it back. */
    sha256: Type.String(),
    /** Text that the customer agrees to by signing. */
    consentement: Type.String(),
    /** Signed only: last day of the withdrawal, and whether it is still open. */
    retractation: orNull(
      Type.Object({ DATE_LIMITE: Type.String(), possible: Type.Boolean() }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type QuoteView = Static<typeof QuoteView>

/** A file that the customer receives; its address is valid for five minutes. */
export const SpaceFile = Type.Object(
  {
    IDFICHIER: Type.String(),
    NOM: Type.String(),
    TYPE_MIME: Type.String(),
    TAILLE: Type.Integer(),
    ORIGINE: Type.String(),
    DATE_CREATION: textOrNull,
    url: Type.String(),
  },
  { additionalProperties: false },
)
export type SpaceFile = Static<typeof SpaceFile>

const Step = Type.Object(
  { code: Type.String(), title: Type.String(), done: Type.Boolean(), date: textOrNull },
  { additionalProperties: false },
)
/** A signed quote and how far it has come. */
export const SpaceOrder = Type.Object(
  { ...SUMMARY, etapes: Type.Array(Step), interventions: Type.Array(SpaceIntervention) },
  { additionalProperties: false },
)
export type SpaceOrder = Static<typeof SpaceOrder>
