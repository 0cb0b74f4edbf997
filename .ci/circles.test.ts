import { expect, it } from 'vitest'
import { circlesIn } from './circles.ts'

const circles = (imports: Record<string, string[]>): string[][] => circlesIn(new Map(Object.entries(imports)))

it('finds files that import each other, however long the way round', () => {
  expect(circles({ a: ['b'], b: ['a'] })).toEqual([['a', 'b']])
  expect(circles({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] })).toEqual([['a', 'b', 'c']])
  expect(circles({ a: ['a'] })).toEqual([['a']])
  expect(circles({ start: ['a', 'c'], a: ['b'], b: ['a'], c: ['d'], d: ['c'] })).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

it('finds none where two ways lead to one file, nor in what stands outside', () => {
  expect(circles({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([])
  expect(circles({ a: ['outside'], b: ['a'] })).toEqual([])
})
