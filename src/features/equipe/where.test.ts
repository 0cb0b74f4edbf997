import { expect, it } from 'vitest'
import { staysOf } from '../../../schemas/rules/team-location.ts'
import { whereabouts } from './where.ts'

const rdv = (id: string, from: string, to: string, people: string[], SUPPRIME: 0 | 1 = 0) => ({
  IDRDV: id,
  RDV_OBJET: `Visite ${id}`,
  RDV_DEBUT: `2026-11-20 ${from}`,
  RDV_FIN: `2026-11-20 ${to}`,
  IDPROJET: 'j1',
  IDADRESSE: null,
  IDPERSONNELS: people,
  SUPPRIME,
})
const works = {
  IDINTERVENTION: 'i1',
  RDV_OBJET: 'Pose',
  IDPROJET: 'j2',
  IDINTERVENTION_PLANNING: [
    { IDPERSONNEL: 'tom', DEBUT: '2026-11-19 08:00', FIN: '2026-11-20 17:00' },
    { IDPERSONNEL: 'zoe', DEBUT: '2026-11-21 08:00', FIN: '2026-11-21 17:00' },
  ],
}
const rdvs = [
  rdv('r1', '09:00', '10:00', ['ana', 'leo']),
  rdv('r2', '14:00', '15:00', ['ana']),
  rdv('r3', '11:00', '12:00', ['ana'], 1),
]
const at = (time: string) => whereabouts(`2026-11-20 ${time}`, staysOf({ rdvs, interventions: [works] }))

it('[MGR-19] everybody invited is there from the first minute to the one before the end', () => {
  expect(at('09:00')('ana').now?.id).toBe('r1')
  expect(at('09:59')('leo').now?.id).toBe('r1')
  expect(at('10:00')('ana').now).toBeNull()
})

it('[MGR-19] gives the next item of that day, but no deleted appointment', () => {
  expect(at('10:30')('ana')).toMatchObject({ now: null, next: { id: 'r2' } })
  expect(at('15:00')('ana').next).toBeNull()
})

it('[MGR-19] works count for each person by their own part of the planning, over nights too', () => {
  expect(at('12:00')('tom').now).toMatchObject({ kind: 'intervention', id: 'i1', IDPROJET: 'j2' })
  // Tomorrow's item is not the next one of today.
  expect(at('12:00')('zoe')).toEqual({ now: null, next: null })
})

it('[MGR-19 where] of two at the same time, gives the one that began last', () => {
  const stays = staysOf({ rdvs: [...rdvs, rdv('r4', '09:15', '09:45', ['ana'])], interventions: [] })
  expect(whereabouts('2026-11-20 09:30', stays)('ana').now?.id).toBe('r4')
})

it('[DAY-01 team] a time of which nothing else is known takes a person like an appointment', () => {
  const unseen = [
    { IDPERSONNEL: 'ana', kind: 'rdv' as const, debut: '2026-11-20 12:00', fin: '2026-11-20 13:00' },
    { IDPERSONNEL: 'bob', kind: 'intervention' as const, debut: '2026-11-20 08:00', fin: '2026-11-20 11:00' },
  ]
  const of = whereabouts('2026-11-20 10:30', staysOf({ rdvs, interventions: [works] }), unseen)
  expect(of('bob').now).toEqual({ ...unseen[1], id: null })
  expect(of('ana')).toMatchObject({ now: null, next: { id: null, debut: '2026-11-20 12:00' } })
})
