import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { eventUid } from '../../schemas/rules/event-uid.ts'
import { clean, wallInstant } from '../calendar/text.ts'
import type { ToldRdv } from './told-rdv.ts'

/** The iCalendar part of a mail, with its method, which the mail's header repeats. */
export interface CalendarPart {
  method: 'REQUEST' | 'PUBLISH' | 'CANCEL'
  content: string
}

interface Wanted {
  cancelled: boolean
  /** Where the customer answers. */
  link: string
  /** When it is written. */
  now: Date
}

/**
 * An appointment for its customer's calendar (RFC 5545, RFC 5546). Its UID never changes and its SEQUENCE is the record's VERSION, so a later one replaces the
 * earlier one. Times are in UTC: a calendar program shows them in its own zone. An invitation needs an organiser with an address: without one it is published.
 */
export function calendarPart(rdv: ToldRdv, { cancelled, link, now }: Wanted): CalendarPart | null {
  const { company, people } = rdv
  const [start, end] = [wallInstant(rdv.RDV_DEBUT, company.zone), wallInstant(rdv.RDV_FIN, company.zone)]
  if (!start || !end) return null
  const organizer = company.MAIL_EXPEDITEUR ?? people.find(({ mail }) => mail)?.mail ?? null
  const method = cancelled ? 'CANCEL' : organizer === null || rdv.MAIL === null ? 'PUBLISH' : 'REQUEST'
  const calendar = ical({
    prodId: { company: 'Lolapp', product: 'Rendez-vous', language: 'FR' },
    method: ICalCalendarMethod[method],
  })
  calendar.createEvent({
    id: eventUid('rdv', rdv.IDRDV, company.domain),
    stamp: now,
    sequence: rdv.version,
    start,
    // In the hour that the autumn change repeats, both times may become the same instant.
    end: end > start ? end : new Date(start.getTime() + 60_000),
    summary: clean(`Rendez-vous ${company.NOM}`),
    description: clean([...people.map(({ name }) => name), link].join('\n')),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(rdv.place === null ? {} : { location: clean(rdv.place) }),
    ...(organizer === null ? {} : { organizer: { name: clean(company.NOM), email: organizer } }),
    ...(organizer === null || rdv.MAIL === null
      ? {}
      : {
          attendees: [
            { name: clean(rdv.client), email: rdv.MAIL, rsvp: false, status: ICalAttendeeStatus.NEEDSACTION },
          ],
        }),
  })
  return { method, content: calendar.toString() }
}
