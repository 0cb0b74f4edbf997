import { expect, it } from 'vitest'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { currentIndex, dayItems } from './day-items.ts'

const rdv = (IDRDV: string, RDV_DEBUT: string, RDV_FIN: string, values: object = {}) =>
  ({ IDRDV, RDV_DEBUT, RDV_FIN, IDPERSONNELS: ['p1'], SUPPRIME: 0, ...values }) as unknown as ResourceRecord<'rdv'>
const work = (IDINTERVENTION: string, planning: [string, string, string][]) =>
  ({
    IDINTERVENTION,
    IDINTERVENTION_PLANNING: planning.map(([IDPERSONNEL, DEBUT, FIN]) => ({ id: DEBUT, IDPERSONNEL, DEBUT, FIN })),
  }) as unknown as ResourceRecord<'intervention'>

it('[MGR-01] my day holds my active appointments and the hours I am planned, in order', () => {
  const items = dayItems({
    day: '2026-11-20',
    me: 'p1',
    rdvs: [
      rdv('late', '2026-11-20 17:00', '2026-11-20 18:00'),
      rdv('deleted', '2026-11-20 10:00', '2026-11-20 11:00', { SUPPRIME: 1 }),
      rdv('theirs', '2026-11-20 10:00', '2026-11-20 11:00', { IDPERSONNELS: ['p2'] }),
      rdv('fair', '2026-11-19 09:00', '2026-11-21 18:00'),
      rdv('midnight', '2026-11-19 22:00', '2026-11-20 00:00'),
      rdv('tomorrow', '2026-11-21 09:00', '2026-11-21 10:00'),
    ],
    interventions: [
      work('pose', [['p1', '2026-11-20 08:00', '2026-11-20 12:00']]),
      work('other', [['p2', '2026-11-20 08:00', '2026-11-20 12:00']]),
    ],
  })
  expect(items.map(({ id }) => id)).toEqual(['fair', 'pose', 'late'])
  expect(currentIndex(items.slice(1), '2026-11-20 12:00')).toBe(1)
  expect(currentIndex(items, '2026-11-22 12:00')).toBe(-1)
})

it('[READY-1] several days hold everything that touches one of them', () => {
  const items = dayItems({
    day: '2026-11-20',
    until: '2026-11-22',
    me: 'p1',
    rdvs: [
      rdv('before', '2026-11-19 09:00', '2026-11-19 18:00'),
      rdv('fair', '2026-11-18 09:00', '2026-11-20 18:00'),
      rdv('last', '2026-11-22 23:00', '2026-11-23 01:00'),
      rdv('after', '2026-11-23 00:00', '2026-11-23 01:00'),
    ],
    interventions: [work('pose', [['p1', '2026-11-21 08:00', '2026-11-21 12:00']])],
  })
  expect(items.map(({ id }) => id)).toEqual(['fair', 'pose', 'last'])
})
