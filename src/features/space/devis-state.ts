import { today } from '../../../schemas/dates.ts'
import type { QuoteAnswer } from '../../../schemas/rules/devis.ts'
import type { QuoteSummary } from '../../../schemas/space/devis.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate } from '../../ui/format/format.ts'

export const STATE_COLORS: Record<QuoteAnswer, string> = {
  attente: 'blue',
  expire: 'grey',
  signe: 'green',
  refuse: 'red',
  retracte: 'red',
}

/** The day of an instant in the company's time zone, « dd/MM/yyyy ». */
export const dayOf = (instant: string | null, zone: string): string =>
  instant === null ? '' : formatDate(today(zone, new Date(instant)))

/** The state of a quote, as a sentence with its date; null while it waits for an answer. */
export function stateSentence(quote: QuoteSummary, zone: string): string | null {
  const { said } = spaceText.quotePage
  switch (quote.etat) {
    case 'attente':
      return null
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
