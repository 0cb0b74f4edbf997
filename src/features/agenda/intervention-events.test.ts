import { expect, it } from 'vitest'
import { eventLabel } from './calendar/agenda-event.ts'
import { movedPlanning, worksEvents, worksMove } from './intervention-events.ts'

const range = { from: '2026-11-23', to: '2026-11-29' }
const slot = (id: string, IDPERSONNEL: string, from: string, to: string) => ({ id, IDPERSONNEL, DEBUT: from, FIN: to })
const monday = (id: string, person: string) => slot(id, person, '2026-11-23 08:00', '2026-11-23 17:00')
const works = (planning: ReturnType<typeof slot>[], more = {}) => ({
  IDINTERVENTION: 'i1',
  IDPROJET: 'p1',
  RDV_OBJET: 'Pose',
  RDV_DEBUT: '2026-11-23 08:00',
  RDV_FIN: '2026-11-23 17:00',
  IDINTERVENTION_PLANNING: planning,
  VERSION: 4,
  sync: { state: 'synced' as const },
  ...more,
})
const site = {
  client: { NOM: 'Durand', PRENOM: 'Léa', VILLE: 'Nantes', PORTABLE: '0639980001', TELEPHONE: null, MAIL: null },
}
const eventsOf = (planning: ReturnType<typeof slot>[], people: string[], more = {}) =>
  worksEvents([{ work: works(planning), kind: 'Pose de combles', fixed: false, ...site, ...more }], { people, range })

it('[DAY-08 technician] works stand in the agenda at each hour that a shown person is planned, with client and kind', () => {
  const planning = [monday('a', 'me'), slot('b', 'me', '2026-11-24 08:00', '2026-11-24 12:00'), monday('c', 'léo')]
  const events = eventsOf(planning, ['me'])
  expect(events.map(({ start, end }) => [start, end])).toEqual([
    ['2026-11-23 08:00', '2026-11-23 17:00'],
    ['2026-11-24 08:00', '2026-11-24 12:00'],
  ])
  const [first] = events
  expect(first).toMatchObject({ works: { id: 'i1', entries: ['a'] }, people: ['me'], phone: '06 39 98 00 01' })
  expect(first && eventLabel(first)).toBe(
    'lundi 23 novembre de 08:00 à 17:00, Pose, Durand Léa, Nantes, Pose de combles',
  )
  expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  expect(events.every(({ id }) => /^[\w-]+$/.test(id))).toBe(true)
})

it('[DAY-08 technician] people who work together at the same hours share one event; hours of other weeks are left out', () => {
  const far = slot('z', 'me', '2026-12-14 08:00', '2026-12-14 12:00')
  const events = eventsOf([monday('a', 'me'), monday('c', 'léo'), far], ['me', 'léo'])
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ people: ['me', 'léo'], works: { entries: ['a', 'c'] } })
})

it('[DAY-08 technician] works of several days touch each of them, and an end at midnight touches no more', () => {
  const long = slot('a', 'me', '2026-11-20 08:00', '2026-11-25 17:00')
  const over = slot('b', 'me', '2026-11-22 08:00', '2026-11-23 00:00')
  expect(eventsOf([long, over], ['me']).map(({ works }) => works?.entries)).toEqual([['a']])
})

it('[DAY-08 technician] a move changes the planned hours of that event alone', () => {
  const planning = [monday('a', 'me'), slot('b', 'me', '2026-11-24 08:00', '2026-11-24 12:00')]
  const [event] = eventsOf(planning, ['me'])
  const to = { start: '2026-11-25 09:00', end: '2026-11-25 18:00' }
  expect(event && movedPlanning(event, to, null)).toEqual({
    IDINTERVENTION_PLANNING: [{ ...planning[0], DEBUT: to.start, FIN: to.end }, planning[1]],
  })
})

it('[DAY-08 technician] the works’ own hours go with the only hours that are planned', () => {
  const [event] = eventsOf([monday('a', 'me'), monday('b', 'léo')], ['me', 'léo'])
  const to = { start: '2026-11-25 09:00', end: '2026-11-25 18:00' }
  expect(event && movedPlanning(event, to, null)).toEqual({
    IDINTERVENTION_PLANNING: [slot('a', 'me', to.start, to.end), slot('b', 'léo', to.start, to.end)],
    RDV_DEBUT: to.start,
    RDV_FIN: to.end,
  })
})

it('[DAY-08 technician] the works’ own hours stay those of the planning when one of several days is moved', () => {
  const tuesday = slot('b', 'me', '2026-11-24 08:00', '2026-11-24 12:00')
  const hours = { RDV_DEBUT: '2026-11-23 08:00', RDV_FIN: '2026-11-24 12:00' }
  const days = (planning: ReturnType<typeof slot>[], own: object) =>
    worksEvents([{ work: works(planning, own), kind: 'Pose de combles', fixed: false, ...site }], {
      people: ['me'],
      range: { from: '2026-11-23', to: '2026-12-06' },
    })
  const [first, second] = days([monday('a', 'me'), tuesday], hours)
  const monday2 = { start: '2026-11-30 08:00', end: '2026-11-30 17:00' }
  const moved = first && movedPlanning(first, monday2, null)
  expect(moved).toMatchObject({ RDV_DEBUT: '2026-11-24 08:00', RDV_FIN: '2026-11-30 17:00' })
  const after = second && movedPlanning(second, { start: '2026-11-25 08:00', end: '2026-11-25 12:00' }, null)
  expect(after).toMatchObject({ RDV_DEBUT: '2026-11-23 08:00', RDV_FIN: '2026-11-25 12:00' })
})

it('[DAY-08 technician] dropped in the column of a colleague, the hours become theirs', () => {
  const [event] = eventsOf([monday('a', 'me'), monday('b', 'léo')], ['me', 'léo'])
  expect(event && movedPlanning(event, event, { from: 'me', to: 'ana' })).toMatchObject({
    IDINTERVENTION_PLANNING: [monday('a', 'ana'), monday('b', 'léo')],
  })
})

it('[DAY-08 technician] [OUT-11] a move is relative to what the calendar showed, and its undo to what the move made of it', () => {
  const planning = [monday('a', 'me')]
  const [event] = eventsOf(planning, ['me'])
  const slot = { start: '2026-11-25 09:00', end: '2026-11-25 18:00' }
  const move = event && worksMove(event, null)
  const before = { IDINTERVENTION_PLANNING: planning, RDV_DEBUT: '2026-11-23 08:00', RDV_FIN: '2026-11-23 17:00' }
  const after = {
    IDINTERVENTION_PLANNING: [{ id: 'a', IDPERSONNEL: 'me', DEBUT: slot.start, FIN: slot.end }],
    RDV_DEBUT: slot.start,
    RDV_FIN: slot.end,
  }
  expect(move?.to(slot)).toEqual({ patch: after, base: { ...before, VERSION: 4 } })
  expect(move?.back(slot).to({ start: '', end: '' })).toEqual({ patch: before, base: { ...after, VERSION: 4 } })
})
