import { expect, it } from 'vitest'
import type { PackRow } from '../../domain/map/packs/packs.ts'
import { departmentOf, neededMaps } from './needed-maps.ts'

const row = (name: string, state: PackRow['state'] = 'offered'): PackRow => ({
  pack: { name, size: 10, version: 'v1' },
  state,
  kept: 0,
  problem: null,
})
const names = (rows: PackRow[], postcodes: (string | null)[]) =>
  neededMaps(rows, postcodes).map(({ pack }) => pack.name)

it.each([
  ['44100', '44'],
  ['01000', '01'],
  ['20000', '2A'],
  ['20137', '2A'],
  ['20200', '2B'],
  ['20620', '2B'],
  ['97400', '974'],
  ['98800', '988'],
  ['B-1000', null],
  ['', null],
])('[READY-2] the département of %s is %s', (postcode, department) => {
  expect(departmentOf(postcode)).toBe(department)
})

it('[READY-2] lists the offered maps of these places that are not complete here; none of other places, none when none is offered', () => {
  const offered = ['9 Ariège', '44 Loire-Atlantique', '49 Maine-et-Loire', '2B Haute-Corse', 'Bretagne'].map((name) =>
    row(name),
  )
  expect(names(offered, ['44100', '09000', null, '20200'])).toEqual([
    '9 Ariège',
    '44 Loire-Atlantique',
    '2B Haute-Corse',
  ])
  expect(names(offered, [])).toEqual([])
  expect(names([], ['44100'])).toEqual([])
  const states = (['broken', 'running', 'whole', 'old'] as const).map((state) => row('44 Loire-Atlantique', state))
  expect(neededMaps(states, ['44100']).map(({ state }) => state)).toEqual(['broken', 'running'])
})
