import { frenchDate, today } from '../../schemas/dates.ts'
import { AppError } from '../../schemas/errors.ts'
import { OTHER_SIGNED, type QuoteAnswer, type QuoteState, quoteAnswer } from '../../schemas/rules/devis.ts'
import { missingQuoteMentions, type QuoteMentions } from '../../schemas/rules/devis-mentions.ts'

type Quote = QuoteState &
  QuoteMentions['devis'] & {
    DATE_SIGNATURE: string | null
    DATE_REFUSE: string | null
    AUTRE_SIGNE?: boolean
    ARRETE?: boolean
  }

/** The day of an instant in the company's time zone, « dd/MM/yyyy ». */
export const frenchDayOf = (instant: string | null, zone: string): string =>
  instant === null ? '' : frenchDate(today(zone, new Date(instant)))

const conflict = (message: string, reason: QuoteAnswer | 'autre' | 'arrete' | 'incomplet'): AppError =>
  new AppError('CONFLICT', message, { details: { reason } })

/** A quote that was given before edits were checked may lack what the law asks of it. */
function assertComplete(quote: Quote): void {
  const [lacks] = missingQuoteMentions(quote)
  if (!lacks) return
  throw conflict(
    `Ce devis est incomplet et ne peut pas être signé. ${lacks.message} Demandez à votre conseiller de le corriger.`,
    'incomplet',
  )
}

/** Checks that a quote still waits for its customer's answer; of one that is to be signed, also that it is complete. @throws AppError CONFLICT that says what became of it */
export function assertWaiting(quote: Quote, zone: string, now: Date, expired: 'expired counts' | 'expired may'): void {
  const answer = quoteAnswer(quote, today(zone, now))
  const waits = answer === 'attente' || answer === 'expire'
  if (waits && expired === 'expired counts' && quote.ARRETE === true)
    throw conflict('Ce projet a été arrêté : ce devis n’est plus à signer. Contactez-nous pour le reprendre.', 'arrete')
  switch (answer) {
    case 'attente':
      if (expired === 'expired may') return
      if (quote.AUTRE_SIGNE === true)
        throw conflict(`${OTHER_SIGNED} Celui-ci n'est plus à signer : parlez-en à votre conseiller.`, 'autre')
      assertComplete(quote)
      return
    case 'expire':
      if (expired === 'expired may') return
      throw conflict(
        `Ce devis était valable jusqu'au ${frenchDate(quote.DATE_VALIDITE ?? '')} : demandez-en un nouveau à votre conseiller.`,
        answer,
      )
    case 'signe':
      throw conflict(`Ce devis est déjà signé depuis le ${frenchDayOf(quote.DATE_SIGNATURE, zone)}.`, answer)
    case 'refuse':
      throw conflict(`Ce devis a été refusé le ${frenchDayOf(quote.DATE_REFUSE, zone)}.`, answer)
    case 'retracte':
      throw conflict(
        `Ce devis a été signé, puis rétracté ou annulé le ${frenchDayOf(quote.DATE_REFUSE, zone)}.`,
        answer,
      )
  }
}
