import { frenchDate, today } from '../../schemas/dates.ts'
import { AppError } from '../../schemas/errors.ts'
import { OTHER_SIGNED, type QuoteAnswer, type QuoteState, quoteAnswer } from '../../schemas/rules/devis.ts'

type Quote = QuoteState & {
  DATE_VALIDITE: string | null
  DATE_SIGNATURE: string | null
  DATE_REFUSE: string | null
  AUTRE_SIGNE?: boolean
}

/** The day of an instant in the company's time zone, « dd/MM/yyyy ». */
export const frenchDayOf = (instant: string | null, zone: string): string =>
  instant === null ? '' : frenchDate(today(zone, new Date(instant)))

const conflict = (message: string, reason: QuoteAnswer | 'autre'): AppError =>
  new AppError('CONFLICT', message, { details: { reason } })

/** Checks that a quote still waits for its customer's answer. @throws AppError CONFLICT that says what became of it */
export function assertWaiting(quote: Quote, zone: string, now: Date, expired: 'expired counts' | 'expired may'): void {
  const answer = quoteAnswer(quote, today(zone, now))
  switch (answer) {
    case 'attente':
      if (quote.AUTRE_SIGNE !== true || expired === 'expired may') return
      throw conflict(`${OTHER_SIGNED} Celui-ci n'est plus à signer : parlez-en à votre conseiller.`, 'autre')
    case 'expire':
      if (expired === 'expired may') return
      throw conflict(
        `Ce devis n'est plus valable depuis le ${frenchDate(quote.DATE_VALIDITE ?? '')} : demandez-en un nouveau à votre conseiller.`,
        answer,
      )
    case 'signe':
      throw conflict(`Ce devis est déjà signé depuis le ${frenchDayOf(quote.DATE_SIGNATURE, zone)}.`, answer)
    case 'refuse':
      throw conflict(`Ce devis a été refusé le ${frenchDayOf(quote.DATE_REFUSE, zone)}.`, answer)
    case 'retracte':
      throw conflict(`Ce devis a été signé puis rétracté le ${frenchDayOf(quote.DATE_REFUSE, zone)}.`, answer)
  }
}
