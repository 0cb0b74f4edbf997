import { instantOf } from '../../../schemas/dates.ts'

export interface CalendarEvent {
  /** UID that no other event has, and that the same event has in every file and mail: a calendar then updates it. */
  uid: string
  /** Of two files, the higher one is the later one. */
  sequence?: number
  title: string
  /** Wall clocks `yyyy-MM-dd HH:mm` of the company. */
  start: string
  end: string
  place: string | null
  description: string | null
}

const LINE = 75

/** RFC 5545, 3.3.11: escapes the characters with a meaning in a text value. */
const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/[;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** RFC 5545, 3.1: lines of 75 octets at most; a character is never cut. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let current = ''
  let size = 0
  for (const character of line) {
    const octets = encoder.encode(character).length
    if (size + octets > LINE) {
      lines.push(current)
      current = ' '
      size = 1
    }
    current += character
    size += octets
  }
  return [...lines, current].join('\r\n')
}

const utc = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** One event's lines; null for an hour that the clock skips. */
function eventLines(event: CalendarEvent, zone: string, now: Date): string[] | null {
  const start = instantOf(event.start, zone)
  const end = instantOf(event.end, zone)
  if (!start || !end) return null
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    ...(event.sequence === undefined ? [] : [`SEQUENCE:${event.sequence}`]),
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.place === null ? [] : [`LOCATION:${escaped(event.place)}`]),
    ...(event.description === null ? [] : [`DESCRIPTION:${escaped(event.description)}`]),
    'END:VEVENT',
  ]
}

/** Events as an iCalendar file; null where one has an hour that the clock skips: none is left out without a word. @param zone the company's time zone */
export function calendarFile(events: readonly CalendarEvent[], zone: string, now = new Date()): string | null {
  const parts = events.map((event) => eventLines(event, zone, now))
  if (parts.includes(null)) return null
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lolapp//Espace client//FR',
    ...parts.flatMap((part) => part ?? []),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
