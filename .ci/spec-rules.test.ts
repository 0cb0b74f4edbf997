import { expect, it } from 'vitest'
import { rulesOf, rulesWithoutTest, unknownRulesIn } from './spec-rules.ts'

// Families that the real SPEC does not have: this file is read by the tool, too.
const SPEC = '# Rules\n- **RAIN-1** It rains (SNOW-1).\n- **RAIN-2** It stops.\n- **SNOW-1** It snows.\n'
const RULES = rulesOf(SPEC)

it('reads the rules of a specification with their lines', () => {
  expect([...RULES]).toEqual([
    ['RAIN-1', 2],
    ['RAIN-2', 3],
    ['SNOW-1', 4],
  ])
})

it('refuses a rule that is defined twice', () => {
  expect(() => rulesOf(`${SPEC}- **RAIN-2** It does not.`)).toThrow('RAIN-2')
})

it.each([
  ['a document', 'a rule (RAIN-3)', ['RAIN-3']],
  ['a comment', '// Never: SNOW-12.', ['SNOW-12']],
  ['a title', "it('[RAIN-1, RAIN-9] rains', () => {", ['RAIN-9']],
  ['the end of a range', 'RAIN-1 to RAIN-3', ['RAIN-3']],
  ['the end of a short range', 'RAIN-1…3', ['RAIN-3']],
])('finds a rule that is not defined in %s', (_place, text, ids) => {
  expect(unknownRulesIn(`RAIN-1\n${text}`, RULES)).toEqual(
    ids.map((id) => ({ line: 2, message: `sync/SPEC.md defines no rule ${id}` })),
  )
})

it('leaves other ids alone', () => {
  expect(unknownRulesIn('API-12, SHA-256, UTF-8, RAIN-2, DRAIN-9, rain-9', RULES)).toEqual([])
})

it.each([
  [["it('[RAIN-1] rains')", "describe('[RAIN-2, SNOW-1] weather')"], []],
  [['it(`[I1] [RAIN-1 to RAIN-2, SNOW-1] rains`)'], []],
  [["it('[RAIN-1] rains')", "// [RAIN-2] stops\n/** [RAIN-2] */\nit('stops (RAIN-2)')", "it('[SNOW-1]')"], ['RAIN-2']],
  [[], ['RAIN-1', 'RAIN-2', 'SNOW-1']],
])('finds the rules that no title cites: %j', (tests, missing) => {
  expect(rulesWithoutTest(RULES, tests).map(({ message }) => message)).toEqual(
    missing.map((rule) => `${rule} is cited by the title of no test`),
  )
})
