import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { MAX_DEPTH } from '../../schemas/clean-json.ts'
import { jsonBodyPlugin, parseJson } from './json-body.ts'

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
/** Number of the event loop's turn in which each of these bodies, sent at once, reached its handler. */
async function turnsOf(bodies: readonly string[]): Promise<number[]> {
  const app = Fastify()
  await app.register(jsonBodyPlugin)
  let turn = 0
  let counting = true
  const count = (): void => {
    turn += 1
    if (counting) setImmediate(count)
  }
  const turns: number[] = []
  app.post('/', async () => {
    turns.push(turn)
    return {}
  })
  await app.ready()
  setImmediate(count)
  const headers = { 'content-type': 'application/json' }
  await Promise.all(bodies.map((payload) => app.inject({ method: 'POST', url: '/', headers, payload })))
  counting = false
  await app.close()
  return turns
}

it('[SEC] processes one large body in each turn of the event loop, so that a small request in between is answered', async () => {
  const large = JSON.stringify({ NOM: 'a'.repeat(200_000) })
  const turns = await turnsOf(Array.from({ length: 6 }, () => large))
  expect(turns).toHaveLength(6)
  expect(new Set(turns).size).toBe(6)
})

it('does not make a small body wait', async () => {
  const turns = await turnsOf(Array.from({ length: 6 }, () => '{"NOM":"a"}'))
  expect(new Set(turns).size).toBeLessThan(6)
})
