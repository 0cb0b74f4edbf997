import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_DEPTH } from '../../schemas/clean-json.ts'
import { parseJson } from './json-body.ts'

it('[SEC] takes every value within the budget, whatever its texts contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
  expect(parseJson(JSON.stringify({ a: '[[{"\\', 'b"\\\\': '}'.repeat(99) }))).toBeDefined()
  expect(parseJson('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toBeDefined()
})

it.each<[string, string]>([
  ['imbriquée', '['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1)],
  ['imbriquée', '{"a":'.repeat(100_000)],
  ['valeurs', `[${'0,'.repeat(110_000)}0]`],
  ['valeurs', `{${Array.from({ length: 5001 }, (_, n) => `"k${n}":1`).join()}}`],
  ['valeurs', `[${'{},'.repeat(110_000)}0]`],
])('[SEC] refuses a body that is too %s before it parses it', (word, text) => {
  expect(() => parseJson(text)).toThrow(word)
})

it('[SEC] reads a text that never ends, or is all backslashes, in one pass', () => {
  for (const text of [`"${'\\'.repeat(1_000_000)}`, `["${'\\"'.repeat(500_000)}`, '"'.repeat(1_000_000)])
    expect(() => parseJson(text)).toThrow(SyntaxError)
})
