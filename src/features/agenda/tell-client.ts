import { agendaText as text } from '../../text/agenda.ts'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import { type AgendaEvent, dayPart, type Slot, timePart } from './calendar/agenda-event.ts'

/**
 * How the client of a moved appointment is told: by this device's own programs, with the words ready. Undefined where nobody is to be told: without a client who
 * can be reached, where the start did not move, and for what is past.
 * @param now the company's wall clock
 */
export function tellingOf(
  event: Pick<AgendaEvent, 'start' | 'phone' | 'mail'>,
  slot: Slot,
  now: string,
): { question: string; links: { label: string; href: string }[] } | undefined {
  const { phone, mail } = event
  if (slot.start === event.start || slot.start <= now) return undefined
  const body = text.letter(dayPart(slot.start), timePart(slot.start))
  const links = [
    ...(phone ? [{ label: text.bySms, href: contactLinks.sms(phone, body) }] : []),
    ...(mail ? [{ label: text.byMail, href: contactLinks.mail(mail, { subject: text.letterSubject, body }) }] : []),
  ]
  return links.length > 0 ? { question: text.tellClient, links } : undefined
}
