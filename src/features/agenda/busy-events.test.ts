import { expect, it } from 'vitest'
import type { Stay } from '../../../schemas/rules/team-location.ts'
import { busyEvents } from './busy-events.ts'
import { eventLabel } from './calendar/agenda-event.ts'

const [ana, leo] = [
  { id: 'a.1', name: 'Ana Roux', initials: 'AR' },
  { id: 'leo', name: 'Léo Blanc', initials: 'LB' },
]
const at = { debut: '2026-11-25 09:00', fin: '2026-11-25 10:30' }
const hidden = { ...at, IDPERSONNEL: ana.id, kind: 'rdv' as const }
const works = { ...at, IDPERSONNEL: leo.id, kind: 'intervention' as const }

it('[DAY-01 agenda] a time out of sight is a block with its hours and person, and nothing else', () => {
  const [block] = busyEvents({ unseen: [hidden], absences: [] }, [ana, leo])
  expect(block).toMatchObject({ busy: true, start: at.debut, end: at.fin, people: ['a.1'], subtitle: 'Ana Roux' })
  expect(block && eventLabel(block)).toBe('mercredi 25 novembre de 09:00 à 10:30, Occupé, Ana Roux')
  expect(block?.id).toMatch(/^[\w-]+$/)
})

it('[DAY-01 busy] works out of sight take their person’s time, too', () => {
  const [block] = busyEvents({ unseen: [works], absences: [] }, [leo])
  expect(block && eventLabel(block)).toBe('mercredi 25 novembre de 09:00 à 10:30, Occupé (intervention)')
})

it('[DAY-10 absence] an absence of which the device has the record says what it is, stands in the day, and a press opens its occurrence', () => {
  const absence: Stay = {
    IDPERSONNEL: leo.id,
    kind: 'absence',
    id: 'a1',
    objet: 'Congés',
    debut: '2026-11-25 00:00',
    fin: '2026-11-28 00:00',
    jour: '2026-11-25',
    IDPROJET: null,
    IDADRESSE: null,
  }
  const [block] = busyEvents({ unseen: [], absences: [absence] }, [leo])
  expect(block).toMatchObject({ busy: true, title: 'Congés', href: '/manager/absence/a1?jour=2026-11-25' })
  expect(block && eventLabel(block)).toBe('du mercredi 25 novembre au vendredi 27 novembre, Congés')
  const [told] = busyEvents({ unseen: [{ ...absence, kind: 'absence' }], absences: [] }, [leo])
  expect(told && [told.title, told.href]).toEqual(['Absent', undefined])
  const [day] = busyEvents({ unseen: [], absences: [{ ...absence, fin: '2026-11-26 00:00' }] }, [leo])
  expect(day && eventLabel(day)).toBe('mercredi 25 novembre, journée, Congés')
})

it('[DAY-01 busy] only the people whose agenda is shown have blocks, each time its own', () => {
  expect(busyEvents({ unseen: [hidden, works], absences: [] }, [])).toEqual([])
  const twice = busyEvents({ unseen: [hidden, { ...hidden, kind: 'intervention' }], absences: [] }, [ana])
  expect(new Set(twice.map(({ id }) => id)).size).toBe(2)
})
