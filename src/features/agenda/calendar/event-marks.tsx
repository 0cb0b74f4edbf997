import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDoorExit,
  IconHourglass,
  IconMinus,
  IconX,
} from '@tabler/icons-react'
import { agendaText as text } from '../../../text/agenda.ts'
import { type AgendaEvent, debriefLabel, stopLabel } from './agenda-event.ts'

const DEBRIEF_ICONS = [null, IconDoorExit, IconMinus, IconX, IconCheck] as const

/** States of an appointment in words and pictures: stopped, pending, refused, to check, debriefed. */
export function EventMarks({ event }: { event: AgendaEvent }) {
  const label = debriefLabel(event)
  const stop = stopLabel(event)
  const Debrief = DEBRIEF_ICONS[event.debrief ?? 0]
  return (
    <span className="agenda-chips">
      {stop ? (
        <span className="agenda-chip is-refused">
          <IconX size={14} aria-hidden /> {stop}
        </span>
      ) : null}
      {event.refused ? (
        <span className="agenda-chip is-refused">
          <IconAlertTriangle size={14} aria-hidden /> {text.refused}
        </span>
      ) : event.pending ? (
        <span className="agenda-chip">
          <IconClock size={14} aria-hidden /> {text.pending}
        </span>
      ) : null}
      {event.warnings ? (
        <span className="agenda-chip is-warning" title={event.warnings.join(' · ')}>
          <IconHourglass size={14} aria-hidden /> {text.warnings}
        </span>
      ) : null}
      {label && Debrief ? (
        <span className={`agenda-chip is-debrief-${event.debrief}`}>
          <Debrief size={14} aria-hidden /> {label}
        </span>
      ) : null}
    </span>
  )
}
