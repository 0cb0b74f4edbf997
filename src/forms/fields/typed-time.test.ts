import { expect, it } from 'vitest'
import { parseTypedTime } from './typed-time.ts'

it.each([
  ['9', '09:00'],
  ['9h', '09:00'],
  ['9h30', '09:30'],
  ['09:30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['24:00', null],
  ['9h75', null],
  ['midi', null],
  ['', null],
])('reads the hour %s as %s', (text, expected) => {
  expect(parseTypedTime(text)).toBe(expected)
})
