import { expect, it } from 'vitest'
import { busyEvents } from './busy-events.ts'
import { eventLabel } from './calendar/agenda-event.ts'

const [ana, leo] = [
  { id: 'a.1', name: 'Ana Roux', initials: 'AR' },
  { id: 'leo', name: 'Léo Blanc', initials: 'LB' },
]
const at = { debut: '2026-11-25 09:00', fin: '2026-11-25 10:30' }
const hidden = { ...at, IDPERSONNEL: ana.id, kind: 'rdv' as const }
const works = { ...at, IDPERSONNEL: leo.id, kind: 'intervention' as const }

it('[DAY-01 busy] a time out of sight is a block with its hours and person, and nothing else', () => {
  const [block] = busyEvents([hidden], [ana, leo])
  expect(block).toMatchObject({ busy: true, start: at.debut, end: at.fin, people: ['a.1'], subtitle: 'Ana Roux' })
  expect(block && eventLabel(block)).toBe('mercredi 25 novembre de 09:00 à 10:30, Occupé, Ana Roux')
  expect(block?.id).toMatch(/^[\w-]+$/)
})

it('[DAY-01 busy] works out of sight take their person’s time, too', () => {
  const [block] = busyEvents([works], [leo])
  expect(block && eventLabel(block)).toBe('mercredi 25 novembre de 09:00 à 10:30, Occupé (intervention)')
})

it('[DAY-01 busy] only the people whose agenda is shown have blocks, each time its own', () => {
  expect(busyEvents([hidden, works], [])).toEqual([])
  const twice = busyEvents([hidden, { ...hidden, kind: 'intervention' }], [ana])
  expect(new Set(twice.map(({ id }) => id)).size).toBe(2)
})
