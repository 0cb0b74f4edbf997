import { today } from '../../../schemas/dates.ts'
import type { devis } from '../../../schemas/entities/devis.ts'
import type { RecordOf } from '../../../schemas/entity.ts'
import { isCommande, isPublicDevis, quoteAnswer, quoteTotals } from '../../../schemas/rules/devis.ts'
import { mayWithdraw, withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import type { QuoteSummary, QuoteView } from '../../../schemas/space/devis.ts'

/** A quote as a customer's calls read it, without the company's reminders. */
export type Devis = Omit<RecordOf<typeof devis>, 'VERSION' | 'RELANCES' | 'SOLDE'> & {
  /** Read with the quote: another one of its project was signed since this one was sent. */
  AUTRE_SIGNE?: boolean
  /** Read with the quote: its project was stopped. */
  ARRETE?: boolean
  /** Read with the quote: the staff recorded how this order ended. */
  ANNULE?: boolean
}

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
  autreSigne: row.AUTRE_SIGNE === true,
  arrete: row.ARRETE === true,
  annule: row.ANNULE === true,
  conserve: row.MONTANT_CONSERVE,
  etat: quoteAnswer(row, today(zone, now)),
  variante: row.VARIANTE,
  groupe: row.GROUPE_VARIANTES ?? row.IDDEVIS,
})

/** May the customer still withdraw from this order, by the server's clock? */
export const isRetractable = (row: Devis, zone: string, now: Date): boolean =>
  row.DEVIS_SIGNE === 1 && row.REFUSE !== 1 && row.DATE_SIGNATURE !== null && mayWithdraw(row.DATE_SIGNATURE, zone, now)

type Rest = Pick<
  QuoteView,
  'entreprise' | 'client' | 'chantier' | 'commercial' | 'conditions' | 'formulaire' | 'sha256' | 'consentement'
> & {
  /** The quotes of its group that the customer may read, itself included. */
  variants: readonly Devis[]
}

/** The whole quote as its customer reads it. */
export const quoteView = (row: Devis, { variants, ...rest }: Rest, zone: string, now = new Date()): QuoteView => ({
  ...quoteSummary(row, zone, now),
  LIGNES: row.LIGNES,
  variantes: variants.map((one) => ({ ...quoteSummary(one, zone, now), LIGNES: one.LIGNES })),
  TVA: quoteTotals(row.LIGNES).TVA,
  ...rest,
  retractation:
    row.DATE_SIGNATURE === null || row.DEVIS_SIGNE !== 1
      ? null
      : {
          DATE_LIMITE: withdrawalDeadline(row.DATE_SIGNATURE, zone),
          possible: isRetractable(row, zone, now),
        },
})
