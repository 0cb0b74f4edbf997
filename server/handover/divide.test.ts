import { expect, it } from 'vitest'
import { divide, type Group } from './divide.ts'

const LYON = { LATITUDE: 45.76, LONGITUDE: 4.84 }
const BREST = { LATITUDE: 48.39, LONGITUDE: -4.49 }
const colleagues = [
  { id: 'a', agences: ['lyon'], place: LYON },
  { id: 'b', agences: ['brest'], place: BREST },
  { id: 'c', agences: ['brest'], place: null },
]
const group = (id: string, more: Partial<Group> = {}): Group => ({ id, agence: null, place: null, weight: 1, ...more })
const of = (chosen: Map<string, string>) => Object.fromEntries([...chosen].sort())

it('gives all to the one', () => {
  expect(of(divide([group('1'), group('2', { agence: 'brest' })], { colleagues, how: 'un' }))).toEqual({
    1: 'a',
    2: 'a',
  })
})

it('divides by agency, evenly within one, and evenly what has no colleague there', () => {
  const groups = [
    group('1', { agence: 'lyon', weight: 9 }),
    group('2', { agence: 'brest', weight: 4 }),
    group('3', { agence: 'brest', weight: 3 }),
    group('4', { agence: 'nice', weight: 2 }),
  ]
  expect(of(divide(groups, { colleagues, how: 'agence' }))).toEqual({ 1: 'a', 2: 'b', 3: 'c', 4: 'c' })
})

it('[SET-12 handover] divides by the nearest place, and evenly what has none', () => {
  const groups = [
    group('1', { place: { LATITUDE: 48, LONGITUDE: -4 }, weight: 5 }),
    group('2', { place: { LATITUDE: 45, LONGITUDE: 5 }, weight: 5 }),
    group('3', { weight: 1 }),
  ]
  expect(of(divide(groups, { colleagues, how: 'proche' }))).toEqual({ 1: 'b', 2: 'a', 3: 'c' })
})

it('divides evenly by number of records, the same way each time, whatever the order of its input', () => {
  const groups = Array.from({ length: 50 }, (_, at) => group(String(at).padStart(2, '0'), { weight: (at % 7) + 1 }))
  const chosen = divide(groups, { colleagues, how: 'egal' })
  const load = (id: string): number =>
    groups.filter((one) => chosen.get(one.id) === id).reduce((sum, one) => sum + one.weight, 0)
  const loads = ['a', 'b', 'c'].map(load)
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
  expect(of(divide(groups.toReversed(), { colleagues, how: 'egal' }))).toEqual(of(chosen))
})
