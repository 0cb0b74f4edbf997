import type { AgendaWarning } from '../../../schemas/rules/agenda-warnings.ts'
import { agendaText as text } from '../../text/agenda.ts'
import { type AgendaEvent, slotLabel } from './calendar/agenda-event.ts'

/** A warning in words; null when the other appointment is no longer there. */
export function warningText(warning: AgendaWarning, other: AgendaEvent | undefined): string | null {
  if (!other) return null
  const name = other.title || text.untitled
  if (warning.kind === 'overlap') return text.overlap(name, slotLabel(other))
  return text.travel({ ...warning, from: name })
}
