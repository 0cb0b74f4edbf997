import { expect, it } from 'vitest'
import { goneNameIn, goneWordsIn } from './words.ts'

it.each([
  ['// The master has another state', 'server'],
  ['const done = await settleScopes(ctx)', 'update'],
  ['// a conflict to review', 'resolve'],
  ['[MASTER-4] follows its project', 'SERVER'],
  ['/** A page is laid, then its checkpoint is kept. */', 'apply'],
  ["it('is put away at logout', () => {", 'seal'],
  ['// carried over from an older version (sync hole 3)', 'migrate'],
])('finds a word that is gone in %j', (text, instead) => {
  expect(goneWordsIn(`const a = 1\n${text}`)[0]).toEqual({ line: 2, message: expect.stringContaining(instead) })
})

it.each(['const { master: server } = mark', 'return known.master', "pool: 'forks'", 'class Player { delay() {} }'])(
  'leaves stored names, rule ids and other words alone: %j',
  (text) => {
    expect(goneWordsIn(text)).toEqual([])
  },
)

it.each([
  ['server/space/quote-state.ts', 'devis'],
  ['src/features/interventions/my-works.test.ts', 'intervention'],
  ['tests/journeys/support/customers.ts', 'client'],
])('%s should be called %s', (path, instead) => {
  expect(goneNameIn(path)).toContain(instead)
})

it.each([
  'server/migrations/0012_quote_reminders.sql',
  'sync/worker.ts',
  'server/devices/network.ts',
  'docs/quote/a.md',
])('%s keeps its name', (path) => {
  expect(goneNameIn(path)).toBeNull()
})
