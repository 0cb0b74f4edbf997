import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
import { type Grouped, isVariantSigned } from './variants.ts'

/** One line of a quote (decisions: quote lines). Prices in cents before tax; REMISE in percent of the line; TAUX in hundredths of percent. */
export const ligne = object(
  {
    id: Type.String({ maxLength: 64, minLength: 1 }),
    LIBELLE: Type.String({ maxLength: 200, minLength: 1 }),
    DESCRIPTION: optional(Type.String({ maxLength: 2000 })),
    UNITE: Type.String({ maxLength: 20 }),
    QUANTITE: Type.Number({ minimum: 0, maximum: 100_000 }),
    PRIX_UNITAIRE_HT: Type.Integer({ minimum: 0, maximum: 1e10 }),
    TAUX_TVA: Type.Integer({ minimum: 0, maximum: 10_000 }),
    REMISE: optional(Type.Number({ minimum: 0, maximum: 100 })),
  },
  { additionalProperties: false },
)
export type Ligne = Static<typeof ligne>

export interface QuoteTotals {
  NET_HT: number
  PRIX_TTC: number
  TVA: { TAUX: number; BASE_HT: number; MONTANT: number }[]
}

// With doubles, large lines round the half cent wrongly: so quantities are integers in millionths, discounts in ten-thousandths of percent.
const MILLION = 1_000_000
const HUNDRED_PERCENT = 1_000_000
// A line being typed may not hold a number yet, and BigInt would throw.
const whole = (n: number): bigint => BigInt(Number.isFinite(n) ? Math.round(n) : 0)

/** Cents of one line before tax: quantity × unit price − discount, rounded half up to the cent, exactly (6 decimals of quantity, 4 of discount). */
export function lineTotal({ QUANTITE, PRIX_UNITAIRE_HT, REMISE = 0 }: Ligne): number {
  const paid = whole(HUNDRED_PERCENT - REMISE * 10_000)
  const product = whole(QUANTITE * MILLION) * whole(PRIX_UNITAIRE_HT) * paid
  const unit = BigInt(MILLION) * BigInt(HUNDRED_PERCENT)
  return Number((2n * product + unit) / (2n * unit))
}

/** Totals of a quote in cents: VAT is computed once per rate on the sum of its lines (art. 242 nonies A, annexe II CGI allows it). */
export function quoteTotals(lines: Ligne[]): QuoteTotals {
  const bases = new Map<number, number>()
  for (const line of lines) bases.set(line.TAUX_TVA, (bases.get(line.TAUX_TVA) ?? 0) + lineTotal(line))
  const TVA = [...bases]
    .sort(([a], [b]) => a - b)
    .map(([TAUX, BASE_HT]) => ({ TAUX, BASE_HT, MONTANT: Math.round((BASE_HT * TAUX) / 10_000) }))
  const NET_HT = TVA.reduce((sum, rate) => sum + rate.BASE_HT, 0)
  return { NET_HT, PRIX_TTC: NET_HT + TVA.reduce((sum, rate) => sum + rate.MONTANT, 0), TVA }
}

/** What the quote rules read of a quote. */
export interface QuoteState {
  DEVIS_SIGNE: 0 | 1
  REFUSE: 0 | 1
  DATE_TRANSMISSION: string | null
}

/** An order when DEVIS_SIGNE is set. */
export const isCommande = (devis: QuoteState): boolean => devis.DEVIS_SIGNE === 1
/** Shown to the customer without login: not signed, transmitted, not refused. */
export const isPublicDevis = (devis: QuoteState): boolean =>
  devis.DEVIS_SIGNE !== 1 && devis.DATE_TRANSMISSION !== null && devis.REFUSE !== 1
/** Its public link opens it: while it is public and valid. @param day the company's day `yyyy-MM-dd` */
export const isLinkable = (devis: QuoteState & { DATE_VALIDITE: string | null }, day: string): boolean =>
  isPublicDevis(devis) && (devis.DATE_VALIDITE === null || devis.DATE_VALIDITE.slice(0, 10) >= day)
/** Waits for an answer: not refused and not signed. */
export const isPending = (devis: QuoteState): boolean => devis.DEVIS_SIGNE !== 1 && devis.REFUSE !== 1
/** Never sent: its customer knows nothing of it. */
export const isDraft = (devis: QuoteState): boolean => isPending(devis) && devis.DATE_TRANSMISSION === null

/** What a quote's siblings are read for. */
export interface SignedState {
  DEVIS_SIGNE: 0 | 1
  REFUSE: 0 | 1
  DATE_SIGNATURE: string | null
}

/**
 * Whether its customer has signed another quote of the project since this one was sent: then it asks for nothing any more. Sent again after that signature,
 * it asks again: somebody proposes it on purpose, as an addition. Of variants the customer signs one: the others never ask again.
 */
export const isSuperseded = (devis: QuoteState & Grouped, quotes: readonly (Grouped & SignedState)[]): boolean =>
  isPending(devis) &&
  (isVariantSigned(devis, quotes) ||
    (devis.DATE_TRANSMISSION !== null &&
      quotes.some(
        (one) =>
          one.IDPROJET === devis.IDPROJET &&
          one.DEVIS_SIGNE === 1 &&
          one.REFUSE !== 1 &&
          (one.DATE_SIGNATURE ?? '') >= (devis.DATE_TRANSMISSION ?? ''),
      )))

/** What people read of a quote whose project has another, signed one. */
export const OTHER_SIGNED = 'Un autre devis de ce projet est signé.'
/** Of variants, the customer signs one. */
export const VARIANT_SIGNED = 'Le client a signé une autre variante : dupliquez ce devis pour le proposer en plus.'

/** The quote is immutable: only a withdrawal or a cancellation may follow (I13). */
export const isSealed = (devis: QuoteState): boolean => devis.DEVIS_SIGNE === 1

/** The customer's answer to a quote that was sent to them. */
export type QuoteAnswer = 'attente' | 'expire' | 'signe' | 'refuse' | 'retracte'

/** The customer's words for a quote: its validity counts only while it is pending. @param day the company's day `yyyy-MM-dd` */
export function quoteAnswer(devis: QuoteState & { DATE_VALIDITE: string | null }, day: string): QuoteAnswer {
  if (isCommande(devis)) return devis.REFUSE === 1 ? 'retracte' : 'signe'
  if (devis.REFUSE === 1) return 'refuse'
  return devis.DATE_VALIDITE !== null && devis.DATE_VALIDITE < day ? 'expire' : 'attente'
}
