import { addDays, formatDay } from '../../../../schemas/dates.ts'
import { STOP_WORDS, type Stop } from '../../../../schemas/rules/stopped.ts'
import { agendaText as text } from '../../../text/agenda.ts'

/** Start and end on the company's wall clock, `yyyy-MM-dd HH:mm`. */
export interface Slot {
  start: string
  end: string
}

/** The works of an event: which of their planned hours it shows, and the whole planning, which a move is relative to. */
export interface PlannedWorks {
  id: string
  /** Of IDINTERVENTION_PLANNING. */
  entries: readonly string[]
  shown: {
    IDINTERVENTION_PLANNING: readonly { id: string; IDPERSONNEL: string; DEBUT: string; FIN: string }[]
    RDV_DEBUT: string
    RDV_FIN: string
  }
}

/** An appointment, works or a taken time, as far as the calendar needs it. */
export interface AgendaEvent extends Slot {
  id: string
  /** VERSION of the appointment that is shown: a move is relative to it. */
  version?: number
  title: string
  /** A taken time without words: it is neither opened nor moved (DAY-01). */
  busy?: true
  /** Works at which people are planned then (DAY-08): it opens their intervention. */
  works?: PlannedWorks
  /** It is opened, and not moved. */
  fixed?: true
  /** Why it will not take place: it is struck. */
  stopped?: Stop
  /** The page that a press on a taken time opens; one without has none. */
  href?: string
  /** CODECOULEUR of its nature, `#rrggbb`; black when there is none (CAL-04). */
  color: string | null
  natureLabel: string
  /** The server does not have this version yet. */
  pending: boolean
  refused: boolean
  /** Category 1 to 4, 0 « Non debrief », null for an appointment without a debrief. */
  debrief: 0 | 1 | 2 | 3 | 4 | null
  /** Its participants: IDPERSONNELS. */
  people: readonly string[]
  /** Client, town: one short line. */
  subtitle?: string
  /** Conflicts with the rest of the day, in words. */
  warnings?: readonly string[]
  /** The client's address for mails. */
  mail?: string
  /** The client's number, and for paper the whole address. */
  phone?: string
  place?: string
}

/** A person whose agenda can be shown. */
export interface AgendaPerson {
  id: string
  name: string
  initials: string
}

/** The person whose column an appointment was taken from, and the person of the column it was dropped in. */
export interface PersonShift {
  from: string
  to: string
}

/** The participants after a drag across the columns: one replaces another, nobody is there twice. */
export const reassigned = (people: readonly string[], { from, to }: PersonShift): string[] => [
  ...new Set(people.map((person) => (person === from ? to : person))),
]

/** Whether a drag or the keyboard moves it. */
export const isMovable = ({ busy, fixed }: AgendaEvent): boolean => !busy && !fixed

export const dayPart = (wall: string): string => wall.slice(0, 10)
export const timePart = (wall: string): string => wall.slice(11, 16)
/** An end at midnight still belongs to the day before. */
export const isSeveralDays = (slot: Slot): boolean =>
  dayPart(slot.start) !== dayPart(slot.end) && slot.end !== `${addDays(dayPart(slot.start), 1)} 00:00`
/** From midnight to midnight: it stands above the hours, as what lasts several days does. */
export const isWholeDays = ({ start, end }: Slot): boolean =>
  timePart(start) === '00:00' && timePart(end) === '00:00' && start < end
export const isAboveHours = (slot: Slot): boolean => isSeveralDays(slot) || isWholeDays(slot)
/** Does the slot touch this day? An end at midnight belongs to the day before. */
export const touchesDay = (slot: Slot, day: string): boolean =>
  dayPart(slot.start) <= day && (slot.end > `${day} 00:00` || dayPart(slot.start) === day)

/** « 09:00 – 10:30 », or with its days when it lasts several. */
export function slotLabel(slot: Slot): string {
  if (isWholeDays(slot)) {
    const last = addDays(dayPart(slot.end), -1)
    const words = (day: string) => formatDay(day, 'D MMM')
    return last === dayPart(slot.start) ? text.wholeDay : `${words(slot.start)} – ${words(last)}`
  }
  if (!isSeveralDays(slot)) return `${timePart(slot.start)} – ${timePart(slot.end)}`
  const day = (wall: string) => formatDay(wall, 'D MMM')
  return `${day(slot.start)} ${timePart(slot.start)} – ${day(slot.end)} ${timePart(slot.end)}`
}

export const debriefLabel = (event: AgendaEvent): string | null =>
  event.debrief ? (text.debrief[event.debrief] ?? null) : null

export const stopLabel = ({ stopped }: AgendaEvent): string | null => (stopped ? STOP_WORDS[stopped] : null)

/** The whole content of the picture in words: hours, object, client, nature, state, debrief. */
export function eventLabel(event: AgendaEvent): string {
  const long = (wall: string) => formatDay(wall, 'dddd D MMMM')
  const last = isWholeDays(event) ? addDays(dayPart(event.end), -1) : null
  const when =
    last !== null
      ? last === dayPart(event.start)
        ? `${long(last)}, ${text.wholeDay.toLowerCase()}`
        : text.span(long(event.start), long(last))
      : isSeveralDays(event)
        ? text.span(`${long(event.start)} ${timePart(event.start)}`, `${long(event.end)} ${timePart(event.end)}`)
        : `${long(event.start)} ${text.from(timePart(event.start), timePart(event.end))}`
  const debrief = debriefLabel(event)
  return [
    when,
    event.title || text.untitled,
    event.subtitle,
    event.natureLabel,
    stopLabel(event),
    event.refused ? text.refusedHint : event.pending ? text.pendingHint : null,
    debrief ? text.debriefed(debrief) : null,
    ...(event.warnings ?? []),
  ]
    .filter(Boolean)
    .join(', ')
}
