import { expect, it } from 'vitest'
import { formatDistance } from './format-distance.ts'

it.each([
  [0.004, '0 m'],
  [0.084, '80 m'],
  [0.994, '990 m'],
  [1, '1 km'],
  [1.24, '1,2 km'],
  [47.6, '48 km'],
])('writes %d km as « %s »', (km, text) => {
  expect(formatDistance(km)).toBe(text)
})
