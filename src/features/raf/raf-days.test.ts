import { expect, it } from 'vitest'
import { byDay } from './raf-days.ts'

it('items of one day are grouped, and the order of the items is kept: oldest day first', () => {
  const items = ['2026-11-18 10:00', '2026-11-18 17:30', '2026-11-20 09:00'].map((end) => ({ end }))
  expect(byDay(items)).toEqual([
    { day: '2026-11-18', items: items.slice(0, 2) },
    { day: '2026-11-20', items: items.slice(2) },
  ])
  expect(byDay([])).toEqual([])
})
