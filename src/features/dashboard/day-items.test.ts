import { expect, it } from 'vitest'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { countKinds, dayItems, splitDay, waysOf } from './day-items.ts'

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
  const at = (now: string) => {
    const { ahead, past } = splitDay(items, now)
    return [ahead.map(({ id }) => id), past.map(({ id }) => id)]
  }
  // What is over is folded, though something that began before still runs.
  expect(at('2026-11-20 12:00')).toEqual([['fair', 'late'], ['pose']])
  expect(at('2026-11-22 12:00')).toEqual([[], ['fair', 'pose', 'late']])
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

it('[MGR-01] two planned times of one day are two items of one intervention, and the journeys and overlaps count both', () => {
  const items = dayItems({
    day: '2026-11-20',
    me: 'p1',
    rdvs: [rdv('visite', '2026-11-20 09:30', '2026-11-20 14:00')],
    interventions: [
      work('pose', [
        ['p1', '2026-11-20 13:30', '2026-11-20 17:00'],
        ['p2', '2026-11-20 08:00', '2026-11-20 12:00'],
        ['p1', '2026-11-20 08:00', '2026-11-20 10:00'],
      ]),
    ],
  })
  expect(items.map(({ id, start }) => [id, start.slice(11)])).toEqual([
    ['pose', '08:00'],
    ['visite', '09:30'],
    ['pose', '13:30'],
  ])
  expect(new Set(items.map(({ key }) => key)).size).toBe(3)
  expect(countKinds(items)).toEqual([1, 1])
  const found = waysOf(items, () => NANTES)
  expect(items.map(({ key }) => found.get(key)?.overlaps)).toEqual([false, true, true])
})

const NANTES = { LATITUDE: 47.2184, LONGITUDE: -1.5536 }
const STRASBOURG = { LATITUDE: 48.5734, LONGITUDE: 7.7521 }
const places: Record<string, typeof NANTES> = { strasbourg: STRASBOURG }
const item = (key: string, start: string, end: string) => ({
  key,
  start: `2026-11-20 ${start}`,
  end: `2026-11-20 ${end}`,
})
const ways = (...items: ReturnType<typeof item>[]) => waysOf(items, ({ key }) => places[key] ?? NANTES)

it('[MGR-01] [CAL-06] a journey that does not fit says so by the agenda’s rule, with the time that there is', () => {
  const found = ways(
    item('nantes', '09:00', '10:00'),
    item('strasbourg', '11:30', '12:00'),
    item('rezé', '12:00', '13:00'),
  )
  expect(found.get('nantes')).toEqual({ travel: null, late: null, overlaps: false })
  expect(found.get('strasbourg')).toMatchObject({ travel: { tight: true }, late: { km: 922, gap: 90 } })
  expect(found.get('rezé')?.late).toMatchObject({ gap: 0 })
})

it('[MGR-01] [CAL-06] the agenda’s rule counts from what ends last; an overlap is told on the way to the later of both', () => {
  const found = ways(
    item('strasbourg', '08:00', '10:30'),
    item('nantes', '09:00', '10:00'),
    item('rezé', '11:00', '12:00'),
  )
  expect(found.get('nantes')).toMatchObject({ overlaps: true, late: null })
  expect(found.get('strasbourg')?.overlaps).toBe(false)
  expect(found.get('rezé')).toMatchObject({ travel: null, late: { gap: 30 } })
})
