import { expect, it } from 'vitest'
import { goneWordsIn } from './words.ts'

it.each([
  ['// The master has another state', 'server'],
  ['[MASTER-4] follows its project', 'SERVER'],
  ['/** A page is laid, then its checkpoint is kept. */', 'apply'],
  ["it('is put away at logout', () => {", 'seal'],
  ['// carried over from an older version (sync hole 3)', 'migrate'],
])('finds a word that is gone in %j', (text, instead) => {
  expect(goneWordsIn(`const a = 1\n${text}`)[0]).toEqual({ line: 2, message: expect.stringContaining(instead) })
})

it.each([
  'const { master: server } = mark',
  'return known.master',
  "pool: 'forks'",
  'class Player { delay() {} }',
])('leaves stored names, rule ids and other words alone: %j', (text) => {
  expect(goneWordsIn(text)).toEqual([])
})
