import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
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
  autreSigne: optional(Type.Boolean()),
  /** Its project was stopped: nothing is to be signed or paid. Older servers do not say it. */
  arrete: optional(Type.Boolean()),
  /** An order that the company recorded as ended, not one that the customer withdrew from in their space. Older servers do not say it. */
  annule: optional(Type.Boolean()),
  /** Cents that the company keeps of an order that ended by agreement. Older servers do not say it. */
  conserve: optional(orNull(Type.Integer())),
  /** attente, expire, signe, refuse, retracte */
  etat: Type.Enum(['attente', 'expire', 'signe', 'refuse', 'retracte']),
  /** Its name among variants; older servers say neither. */
  variante: optional(textOrNull),
  /** Quotes of one project with the same group are variants: the customer signs one. */
  groupe: optional(Type.String()),
}

export const QuoteSummary = object(SUMMARY, { additionalProperties: false })
export type QuoteSummary = Static<typeof QuoteSummary>

const EntrepriseCard = object(
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
const QuoteVariant = object({ ...SUMMARY, LIGNES: Type.Array(ligne) }, { additionalProperties: false })
export type QuoteVariant = Static<typeof QuoteVariant>

export const QuoteView = object(
  {
    ...SUMMARY,
    LIGNES: Type.Array(ligne),
    /** The variants that the customer was given, this quote included, in the order in which they were made. Older servers do not say it. */
    variantes: optional(Type.Array(QuoteVariant)),
    TVA: Type.Array(object({ TAUX: Type.Integer(), BASE_HT: Type.Integer(), MONTANT: Type.Integer() })),
    entreprise: EntrepriseCard,
    /** The conditions of the contract and the withdrawal form, a paragraph each. Older servers do not say them. */
    conditions: optional(Type.Array(Type.String())),
    formulaire: optional(Type.Array(Type.String())),
    client: object(
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
      object({ DATE_LIMITE: Type.String(), possible: Type.Boolean() }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type QuoteView = Static<typeof QuoteView>

/** A file that the customer receives; its address is valid for five minutes. */
export const SpaceFile = object(
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

const Step = object(
  { code: Type.String(), title: Type.String(), done: Type.Boolean(), date: textOrNull },
  { additionalProperties: false },
)
/** A signed quote and how far it has come. */
export const SpaceOrder = object(
  {
    ...SUMMARY,
    /** Whether the customer may still withdraw, by the server's clock. Older servers do not say it. */
    retractable: optional(Type.Boolean()),
    /** Whether a payment may be asked for already, by the server's clock. Older servers do not say it. */
    payable: optional(Type.Boolean()),
    etapes: Type.Array(Step),
    interventions: Type.Array(SpaceIntervention),
  },
  { additionalProperties: false },
)
export type SpaceOrder = Static<typeof SpaceOrder>
