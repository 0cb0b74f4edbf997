import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
import { textOrNull } from './cards.ts'
import { QuoteSummary } from './devis.ts'

export const EvidenceView = object(
  {
    /** Position in the company's chain of evidence. */
    numero: Type.Integer(),
    /** The last two were recorded by the staff: a letter of withdrawal, an agreement. */
    type: Type.Enum(['signature', 'refusal', 'withdrawal', 'withdrawal_letter', 'cancellation']),
    date: Type.String(),
    signataire: textOrNull,
    telephone: textOrNull,
    /** SHA-256 of the document before and after the signature. */
    sha256_avant: Type.String(),
    sha256_apres: textOrNull,
    precedent: Type.String(),
    empreinte: Type.String(),
    /** The very texts that were hashed: SHA-256(enregistrement) = empreinte, SHA-256(document) = sha256_avant. */
    enregistrement: Type.String(),
    document: Type.String(),
  },
  { additionalProperties: false },
)
export type EvidenceView = Static<typeof EvidenceView>

export const EvidenceAnswer = object(
  { verifie: Type.Boolean(), preuves: Type.Array(EvidenceView) },
  { additionalProperties: false },
)
export type EvidenceAnswer = Static<typeof EvidenceAnswer>

/** A quote that was just signed, with its evidence; `mail` tells whether the customer's copy is mailed. Older servers do not say it. */
export const Decided = object(
  { ...QuoteSummary.properties, preuve: EvidenceView, mail: optional(Type.Boolean()) },
  { additionalProperties: false },
)
export type Decided = Static<typeof Decided>

/** First step of a withdrawal: it does not withdraw yet. */
export const Declared = object(
  { token: Type.String(), DATE_LIMITE: Type.String(), texte: Type.String() },
  { additionalProperties: false },
)
export type Declared = Static<typeof Declared>

/** Second step: the dated receipt; `mail` tells whether it was mailed too. */
export const Withdrawn = object(
  { ...QuoteSummary.properties, preuve: EvidenceView, texte: Type.String(), mail: Type.Boolean() },
  { additionalProperties: false },
)
export type Withdrawn = Static<typeof Withdrawn>
