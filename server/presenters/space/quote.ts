import Type, { type Static } from 'typebox'
import { today } from '../../../schemas/dates.ts'
import type { devis } from '../../../schemas/entities/devis.ts'
import type { RecordOf } from '../../../schemas/entity.ts'
import { isCommande, isPublicDevis, ligne, quoteAnswer, quoteTotals } from '../../../schemas/rules/quote.ts'
import { mayWithdraw, withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { AddressCard, orNull, PersonCard, textOrNull } from './cards.ts'

/** What a customer's calls read of a quote: how the company reminds them is its own business. */
export type Devis = Omit<RecordOf<typeof devis>, 'VERSION' | 'RELANCES'>

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
  /** attente, expire, signe, refuse, retracte */
  etat: Type.Enum(['attente', 'expire', 'signe', 'refuse', 'retracte']),
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

export const QuoteView = Type.Object(
  {
    ...SUMMARY,
    LIGNES: Type.Array(ligne),
    TVA: Type.Array(Type.Object({ TAUX: Type.Integer(), BASE_HT: Type.Integer(), MONTANT: Type.Integer() })),
    entreprise: EntrepriseCard,
    client: Type.Object(
      { NOM: Type.String(), PRENOM: textOrNull, ...AddressCard.properties },
      { additionalProperties: false },
    ),
    chantier: orNull(AddressCard),
    commercial: orNull(PersonCard),
    /** Hash of what is read here: signing gives it back. */
    sha256: Type.String(),
    /** Words that signing agrees to. */
    consentement: Type.String(),
    /** Signed only: last day of the withdrawal, and whether it is still open. */
    retractation: orNull(
      Type.Object({ DATE_LIMITE: Type.String(), possible: Type.Boolean() }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type QuoteView = Static<typeof QuoteView>

/** What the customer reads of a quote in a list. @param zone the company's time zone */
export const quoteSummary = (row: Devis, zone: string, now = new Date()): QuoteSummary => ({
  IDDEVIS: row.IDDEVIS,
  IDPROJET: row.IDPROJET,
  NUMERO_DEVIS: row.NUMERO_DEVIS,
  OBJET: row.OBJET,
  NET_HT: row.NET_HT,
  PRIX_TTC: row.PRIX_TTC,
  DATE_EDITION: row.DATE_EDITION,
  DATE_VALIDITE: row.DATE_VALIDITE,
  DATE_TRANSMISSION: row.DATE_TRANSMISSION,
  DATE_CONSULTATION: row.DATE_CONSULTATION,
  DATE_SIGNATURE: row.DATE_SIGNATURE,
  DATE_REFUSE: row.DATE_REFUSE,
  isCommande: isCommande(row),
  isPublicDevis: isPublicDevis(row),
  etat: quoteAnswer(row, today(zone, now)),
})

type Rest = Pick<QuoteView, 'entreprise' | 'client' | 'chantier' | 'commercial' | 'sha256' | 'consentement'>

/** The whole quote as its customer reads it. */
export const quoteView = (row: Devis, rest: Rest, zone: string, now = new Date()): QuoteView => ({
  ...quoteSummary(row, zone, now),
  LIGNES: row.LIGNES,
  TVA: quoteTotals(row.LIGNES).TVA,
  ...rest,
  retractation:
    row.DATE_SIGNATURE === null || row.DEVIS_SIGNE !== 1
      ? null
      : {
          DATE_LIMITE: withdrawalDeadline(row.DATE_SIGNATURE, zone),
          possible: row.REFUSE !== 1 && mayWithdraw(row.DATE_SIGNATURE, zone, now),
        },
})
