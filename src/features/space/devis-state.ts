import { today } from '../../../schemas/dates.ts'
import type { QuoteAnswer } from '../../../schemas/rules/devis.ts'
import type { QuoteSummary, SpaceOrder } from '../../../schemas/space/devis.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate } from '../../ui/format/format.ts'

/** What a customer reads of a quote besides their answer. */
export type ShownAnswer = QuoteAnswer | 'autre' | 'arrete' | 'annule'
type Answered = Pick<QuoteSummary, 'etat' | 'autreSigne' | 'arrete' | 'annule'>

/**
 * What the customer reads of a quote: `arrete` when its project was stopped while it waited for them, `autre` when they have signed another one of the
 * project since it was sent, `annule` for an order that the company recorded as ended.
 */
export const answerOf = ({ etat, autreSigne, arrete, annule }: Answered): ShownAnswer => {
  if (annule === true && etat === 'retracte') return 'annule'
  if (arrete === true && (etat === 'attente' || etat === 'expire')) return 'arrete'
  return autreSigne === true ? 'autre' : etat
}

/** Whether an order goes on: neither withdrawn nor of a stopped project. */
export const goesOn = ({ etat, arrete }: Answered): boolean => etat === 'signe' && arrete !== true

export const STATE_COLORS: Record<ShownAnswer, string> = {
  attente: 'blue',
  expire: 'grey',
  signe: 'green',
  refuse: 'red',
  retracte: 'red',
  annule: 'red',
  autre: 'grey',
  arrete: 'grey',
}

/** The day of an instant in the company's time zone, « dd/MM/yyyy ». */
export const dayOf = (instant: string | null, zone: string): string =>
  instant === null ? '' : formatDate(today(zone, new Date(instant)))

/** How an order has ended, as a sentence with its date; null while it stands. */
export function endSentence(
  { etat, annule, DATE_REFUSE }: Pick<SpaceOrder, 'etat' | 'annule' | 'DATE_REFUSE'>,
  zone: string,
): string | null {
  if (etat !== 'retracte') return null
  return (annule === true ? spaceText.order.cancelled : spaceText.order.withdrawn)(dayOf(DATE_REFUSE, zone))
}

/** The state of a quote, as a sentence with its date; null while it waits for an answer. */
export function stateSentence(quote: QuoteSummary, zone: string): string | null {
  const { said } = spaceText.quotePage
  switch (answerOf(quote)) {
    case 'attente':
      return null
    case 'autre':
      return said.autre
    case 'arrete':
      return said.arrete
    case 'expire':
      return said.expire(formatDate(quote.DATE_VALIDITE))
    case 'signe':
      return said.signe(dayOf(quote.DATE_SIGNATURE, zone))
    case 'refuse':
      return said.refuse(dayOf(quote.DATE_REFUSE, zone))
    case 'retracte':
      return said.retracte(dayOf(quote.DATE_REFUSE, zone))
    case 'annule':
      return said.annule(dayOf(quote.DATE_REFUSE, zone))
  }
}
