import ical, { ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { eventUid } from '../../../schemas/rules/event-uid.ts'
import { STOP_WORDS } from '../../../schemas/rules/stopped.ts'
import { clean, wallInstant } from '../../calendar/text.ts'
import type { AgendaEntry } from '../../repositories/agenda.ts'

/** Why somebody is absent is not told: the calendar may be one that others read. */
const ABSENT = 'Absent'

/** One time of an absence of whole days may have been moved to some hours. */
const isMidnight = (wall: string): boolean => wall.endsWith(' 00:00')

/** A program that shows nothing of the status still shows why nobody goes there. */
const summaryOf = ({ kind, title, client, stopped }: AgendaEntry): string =>
  kind === 'absence'
    ? ABSENT
    : [stopped ? STOP_WORDS[stopped] : null, title ?? 'Rendez-vous', client].filter((part) => part !== null).join(' · ')

/**
 * An agenda as iCalendar (RFC 5545), times in UTC: a calendar program shows them in its own zone, and no zone definition can be wrong. The same entries give
 * the same text.
 */
export function calendarOf(
  entries: readonly AgendaEntry[],
  { name, zone, domain }: { name: string; zone: string; domain: string },
): string {
  const calendar = ical({
    name: clean(name),
    prodId: { company: 'Lolapp', product: 'Agenda', language: 'FR' },
    ttl: 3600,
  })
  for (const entry of entries) {
    // Whole days are days everywhere: no change of the clocks makes them begin at another hour. The library writes a date as UTC says it.
    const isWhole = entry.allDay === true && isMidnight(entry.start) && isMidnight(entry.end)
    const [start, end] = isWhole
      ? [new Date(`${entry.start.slice(0, 10)}T00:00:00Z`), new Date(`${entry.end.slice(0, 10)}T00:00:00Z`)]
      : [wallInstant(entry.start, zone), wallInstant(entry.end, zone)]
    if (!start || !end) continue
    const changed = new Date(entry.changed)
    calendar.createEvent({
      id: eventUid(entry.kind, entry.id, entry.domain ?? domain),
      stamp: changed,
      lastModified: changed,
      sequence: entry.version,
      start,
      // In the hour that the autumn change repeats, both times may become the same instant.
      end: end > start ? end : new Date(start.getTime() + 60_000),
      summary: clean(summaryOf(entry)),
      ...(isWhole ? { allDay: true } : {}),
      ...(entry.stopped ? { status: ICalEventStatus.CANCELLED, transparency: ICalEventTransparency.TRANSPARENT } : {}),
      ...(entry.kind === 'absence'
        ? { transparency: ICalEventTransparency.OPAQUE, busystatus: ICalEventBusyStatus.OOF }
        : {}),
      ...(entry.phone === null ? {} : { description: clean(`Téléphone : ${entry.phone}`) }),
      ...(entry.place === null
        ? {}
        : {
            location: {
              title: clean(entry.place),
              ...(entry.latitude === null || entry.longitude === null
                ? {}
                : { geo: { lat: entry.latitude, lon: entry.longitude } }),
            },
          }),
    })
  }
  return calendar.toString()
}
