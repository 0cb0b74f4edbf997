import type { CanalReponse } from '../../../schemas/rules/demandes.ts'
import { canauxOf } from '../../domain/rdv/telling.ts'
import type { AgendaEvent, Slot } from './calendar/agenda-event.ts'

/**
 * How the client of a moved appointment may be told. Nothing without a client who can be reached, where the start did not move, and for what is past.
 * @param now the company's wall clock
 */
export function tellingOf(
  event: Pick<AgendaEvent, 'start' | 'phone' | 'mail'>,
  slot: Slot,
  now: string,
): CanalReponse[] {
  if (slot.start === event.start) return []
  const client = { PORTABLE: event.phone ?? null, MAIL: event.mail ?? null }
  return canauxOf({ genre: 'deplacement', rdv: { RDV_DEBUT: slot.start, SUPPRIME: 0 }, client, now })
}
