import { expect, it } from 'vitest'
import { age, isLate } from './age.ts'

it.each([
  ['2026-11-20', 'aujourd’hui', false],
  ['2026-11-19', 'hier', false],
  ['2026-11-13', 'il y a 7 jours', false],
  ['2026-11-12', 'il y a 8 jours', true],
  ['2026-10-20', 'il y a 4 semaines', true],
  ['2025-11-21', 'il y a 52 semaines', true],
  ['2025-11-20', 'il y a 1 an', true],
  ['2024-08-20', 'il y a 2 ans', true],
  ['2016-11-21', 'il y a 9 ans', true],
])('%s seen from 20/11/2026: %s', (day, words, late) => {
  expect(age(day, '2026-11-20')).toBe(words)
  expect(isLate(day, '2026-11-20')).toBe(late)
})
