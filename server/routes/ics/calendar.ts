import ical from 'ical-generator'
import { addMinutes, instantOf } from '../../../schemas/dates.ts'
import type { AgendaEntry } from '../../repositories/agenda.ts'

/** A wall-clock time as an instant; a time that the spring change skips counts as one hour later. */
const instant = (wall: string, zone: string): Date | null =>
  instantOf(wall, zone) ?? instantOf(addMinutes(wall, 60), zone)

/** Line ends are kept inside a value (iCalendar writes them as two characters); other control characters are removed, because they have no meaning. */
const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')

const summaryOf = ({ title, client }: AgendaEntry): string =>
  [title ?? 'Rendez-vous', client].filter((part) => part !== null).join(' · ')

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
    const [start, end] = [instant(entry.start, zone), instant(entry.end, zone)]
    if (!start || !end) continue
    const changed = new Date(entry.changed)
    calendar.createEvent({
      id: `${entry.kind}-${entry.id}@${domain}`,
      stamp: changed,
      lastModified: changed,
      sequence: entry.version,
      start,
      // In the hour that the autumn change repeats, both times may become the same instant.
      end: end > start ? end : new Date(start.getTime() + 60_000),
      summary: clean(summaryOf(entry)),
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
