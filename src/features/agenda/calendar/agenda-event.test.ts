import { describe, expect, it } from 'vitest'
import { type AgendaEvent, eventLabel, reassigned, slotLabel, touchesDay } from './agenda-event.ts'

const event: AgendaEvent = {
  id: 'r1',
  title: 'Visite véranda',
  start: '2026-11-20 09:00',
  end: '2026-11-20 10:30',
  color: '#2b8a3e',
  natureLabel: 'Commercial',
  pending: true,
  refused: false,
  debrief: 4,
  people: ['p1'],
  subtitle: 'Dupont, Lyon',
}

describe('the words of an event', () => {
  it('[CAL-09] name hours, object, client, nature, « en attente » and debrief', () => {
    expect(eventLabel(event)).toBe(
      "vendredi 20 novembre de 09:00 à 10:30, Visite véranda, Dupont, Lyon, Commercial, En attente d'envoi, débrief : Vendu",
    )
  })

  it('show a refusal rather than a pending entry, and leave out empty parts', () => {
    const { subtitle: _, ...bare } = { ...event, refused: true, debrief: 0 as const }
    expect(eventLabel(bare)).toBe(
      'vendredi 20 novembre de 09:00 à 10:30, Visite véranda, Commercial, Refusé par le serveur : à corriger',
    )
  })

  it('name both days when it lasts several', () => {
    const pose = { ...event, end: '2026-11-22 17:00', pending: false, debrief: null }
    expect(slotLabel(pose)).toBe('20 nov. 09:00 – 22 nov. 17:00')
    expect(eventLabel(pose)).toContain('du vendredi 20 novembre 09:00 au dimanche 22 novembre 17:00')
  })
})

it('says why an appointment does not take place any more', () => {
  const stopped = { ...event, pending: false, debrief: 0, stopped: 'projet' } as const
  expect(eventLabel(stopped)).toMatch(/, Commercial, Projet arrêté$/)
})

it('[CAL-06] names what does not fit in the day', () => {
  expect(eventLabel({ ...event, warnings: ['Chevauche « Pose » (09:30 – 11:00)'] })).toMatch(
    /débrief : Vendu, Chevauche « Pose » \(09:30 – 11:00\)$/,
  )
})

it('[CAL-06] a drag to another column replaces one person by another, nobody twice', () => {
  expect(reassigned(['a', 'b'], { from: 'a', to: 'c' })).toEqual(['c', 'b'])
  expect(reassigned(['a', 'b'], { from: 'a', to: 'b' })).toEqual(['b'])
})

it('an end at midnight does not touch the next day', () => {
  const late = { start: '2026-11-20 22:00', end: '2026-11-21 00:00' }
  expect(touchesDay(late, '2026-11-20')).toBe(true)
  expect(touchesDay(late, '2026-11-21')).toBe(false)
  expect(touchesDay({ start: '2026-11-19 08:00', end: '2026-11-21 17:00' }, '2026-11-20')).toBe(true)
})
