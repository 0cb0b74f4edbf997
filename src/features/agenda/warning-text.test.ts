import { expect, it } from 'vitest'
import type { AgendaEvent } from './calendar/agenda-event.ts'
import { warningText } from './warning-text.ts'

const other = { title: 'Pose Dupont', start: '2026-11-20 09:00', end: '2026-11-20 10:00' } as AgendaEvent
const way = { kind: 'travel', other: 'a', minutes: 125, km: 104, gap: 60 } as const

it('[CAL-06] names the appointment in conflict, and an estimated travel time as an estimate', () => {
  expect(warningText({ kind: 'overlap', other: 'a' }, other)).toBe('Chevauche « Pose Dupont » (09:00 – 10:00)')
  expect(warningText(way, other)).toBe('Trajet de 2 h 05 (104 km, estimation) depuis « Pose Dupont » pour 1 h de libre')
  expect(warningText({ ...way, minutes: 45, gap: 0 }, other)).toContain('Trajet de 45 min')
  expect(warningText(way, undefined)).toBeNull()
})
