import { today } from '../../../schemas/dates.ts'
import type { QuoteAnswer } from '../../../schemas/rules/devis.ts'
import type { QuoteSummary } from '../../../schemas/space/devis.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate } from '../../ui/format/format.ts'

/** What the customer reads of a quote: `autre` when they have signed another one of the project since it was sent. */
export const answerOf = ({ etat, autreSigne }: Pick<QuoteSummary, 'etat' | 'autreSigne'>): QuoteAnswer | 'autre' =>
  autreSigne === true ? 'autre' : etat

export const STATE_COLORS: Record<QuoteAnswer | 'autre', string> = {
  attente: 'blue',
  expire: 'grey',
  signe: 'green',
  refuse: 'red',
  retracte: 'red',
  autre: 'grey',
}

/** The day of an instant in the company's time zone, « dd/MM/yyyy ». */
export const dayOf = (instant: string | null, zone: string): string =>
  instant === null ? '' : formatDate(today(zone, new Date(instant)))

/** The state of a quote, as a sentence with its date; null while it waits for an answer. */
export function stateSentence(quote: QuoteSummary, zone: string): string | null {
  const { said } = spaceText.quotePage
  switch (answerOf(quote)) {
    case 'attente':
      return null
    case 'autre':
      return said.autre
    case 'expire':
      return said.expire(formatDate(quote.DATE_VALIDITE))
    case 'signe':
      return said.signe(dayOf(quote.DATE_SIGNATURE, zone))
    case 'refuse':
      return said.refuse(dayOf(quote.DATE_REFUSE, zone))
    case 'retracte':
      return said.retracte(dayOf(quote.DATE_REFUSE, zone))
  }
}
