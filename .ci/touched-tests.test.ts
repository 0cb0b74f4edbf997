import { expect, it } from 'vitest'
import { touchedTests, withinBudget } from './touched-tests.ts'

const isTest = (file: string): boolean => file.endsWith('.test.ts')

it('finds the tests that import what changed, the nearest first, and no others', () => {
  const imports = new Map([
    ['a.test.ts', ['a.ts']],
    ['b.ts', ['a.ts']],
    ['b.test.ts', ['b.ts']],
    ['far.ts', ['b.ts', 'a.ts']],
    ['far.test.ts', ['far.ts']],
    ['other.test.ts', ['other.ts']],
    ['circle.ts', ['far.ts', 'circle.ts']],
  ])
  expect(touchedTests(['a.ts'], imports, isTest)).toEqual([[], ['a.test.ts'], ['b.test.ts', 'far.test.ts']])
  expect(touchedTests(['other.test.ts'], imports, isTest)).toEqual([['other.test.ts']])
  expect(touchedTests([], imports, isTest)).toEqual([])
})

it('takes the nearest tests until the budget is full, and counts the others', () => {
  const rings = [['x'], ['a', 'b'], ['c', 'd']]
  const secondsOf = (): number => 2
  expect(withinBudget(rings, { secondsOf, budget: 6 })).toEqual({ chosen: ['x', 'a', 'b'], left: 2 })
  expect(withinBudget(rings, { secondsOf, budget: 1 })).toEqual({ chosen: ['x'], left: 4 })
  expect(withinBudget([], { secondsOf, budget: 1 })).toEqual({ chosen: [], left: 0 })
})
