import { daysBetween, today } from '../dates.ts'
import { phoneDigits } from '../search.ts'
import { isPending, OTHER_SIGNED, type QuoteState, quoteAnswer } from './devis.ts'
import { isFrenchMobile } from './french-mobile.ts'
import type { Canal, Relance } from './relance.ts'
import { PROJECT_STOPPED } from './stopped.ts'

/** Oldest first, whatever the order of arrival. */
export const inTime = (relances: readonly Relance[]): Relance[] =>
  relances.toSorted((a, b) => (a.LE !== b.LE ? (a.LE < b.LE ? -1 : 1) : a.id < b.id ? -1 : 1))

export interface FollowedQuote extends QuoteState {
  DATE_VALIDITE: string | null
}
export interface ReachedCustomer {
  MAIL: string | null
  PORTABLE: string | null
  TELEPHONE: string | null
}

/** Its days are over before an answer came: whoever believes that the customer was written to prolongs it, or calls. */
export const QUOTE_EXPIRED = "Le devis n'est plus valable : changez sa date de validité."

const has = (text: string | null): boolean => text !== null && text.trim() !== ''

/**
 * Why this customer cannot be reminded of this quote that way, in French; null when they can. A message holds the quote's public link, so
 * the quote must have been sent and still be valid.
 * @param day the company's day `yyyy-MM-dd`; `stopped`: its project was stopped (`isClosed`); `otherSigned`: its customer has signed another quote of the project since (`isSuperseded`)
 */
export function relanceRefusal(
  canal: Canal,
  {
    devis,
    client,
    day,
    otherSigned,
    stopped,
  }: { devis: FollowedQuote; client: ReachedCustomer; day: string; otherSigned?: boolean; stopped?: boolean },
): string | null {
  if (!isPending(devis)) return "Ce devis n'attend plus de réponse."
  if (stopped) return PROJECT_STOPPED
  if (otherSigned) return OTHER_SIGNED
  if (canal === 'telephone') {
    return has(client.PORTABLE) || has(client.TELEPHONE) ? null : "Le client n'a pas de numéro de téléphone."
  }
  if (devis.DATE_TRANSMISSION === null) return "Le devis n'a pas encore été transmis au client."
  if (quoteAnswer(devis, day) === 'expire') return QUOTE_EXPIRED
  if (canal === 'mail') return has(client.MAIL) ? null : "Le client n'a pas d'adresse email."
  return isFrenchMobile(phoneDigits(client.PORTABLE ?? '')) ? null : "Le client n'a pas de téléphone mobile."
}

/** Days since the quote was sent, or since it was made while it is a draft; null before the server knows it. */
export function quoteAge(
  devis: { DATE_TRANSMISSION: string | null; DATE_CREATION: string | null },
  { zone, day }: { zone: string; day: string },
): number | null {
  const since = devis.DATE_TRANSMISSION ?? devis.DATE_CREATION
  return since === null ? null : Math.max(0, daysBetween(today(zone, new Date(since)), day))
}
