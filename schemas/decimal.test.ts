import { expect, it } from 'vitest'
import { decimal } from './decimal.ts'

it.each([
  [0.0625, '0,0625'],
  [0.000001, '0,000001'],
  [1234.5, '1 234,5'],
  [100_000, '100 000'],
  [2.3 - 1, '1,3'],
  [2.5, '2,5'],
  [0, '0'],
])('a quantity or a percentage is written with up to six decimals: %d', (value, written) => {
  expect(decimal(value).replaceAll('\u00a0', ' ')).toBe(written)
})
