import { expect, it } from 'vitest'
import { isPhone } from './space-codes.ts'

it.each(['06 39 98 00 01', '+33 6 39 98 00 01', '0639980001', '06.39.98.00.01'])('[AUT-03] %s is a number', (text) => {
  expect(isPhone(text)).toBe(true)
})

it.each(['', '      ', '------', 'abcdefgh', '06', '0'.repeat(40), 'a@b.fr'])('[AUT-03] « %s » is not', (text) => {
  expect(isPhone(text)).toBe(false)
})
