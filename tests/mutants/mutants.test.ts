import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { idsIn } from '../../.ci/requirement-ids.ts'
import { parseCall, planTests } from '../../.ci/test-plan.ts'
import { judge } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { MUTANTS, partsWithoutMutant } from './mutants.ts'
import { plant } from './plant.ts'

const read = (file: string): string => readFileSync(file, 'utf8')

describe('the list of mutants matches the code', () => {
  it.each(MUTANTS)('$bug', ({ file, edits, caughtBy, proves }) => {
    expect(plant(read(file), edits)).not.toBe(read(file))
    expect(read(caughtBy.file)).toContain(caughtBy.title)
    const [planned] = planTests(parseCall(['--project', caughtBy.project]))
    expect(planned?.files).toContain(caughtBy.file)
    if (proves !== undefined) expect(idsIn(caughtBy.title)).toContain(proves)
  })
})

it('finds the parts of the requirements that no mutant takes out', () => {
  const list = '## QQA · a\n- QQA-01 [one] A. [two] B.\n- QQA-02 C.\n- OPS-01 [one] D.\n'
  expect(partsWithoutMutant(list, [{ ...(MUTANTS[0] as Mutant), proves: 'QQA-01 two' }])).toEqual(['QQA-01 one'])
})

describe('a mutant is planted', () => {
  it('where its text occurs once', () => {
    const edits = [
      { from: 'b', to: 'x' },
      { from: 'c', to: '$& c c' },
    ]
    expect(plant('a b c', edits)).toBe('a x $& c c')
  })

  it('and refused where it occurs never or twice', () => {
    expect(() => plant('a b', [{ from: 'c', to: '' }])).toThrow('occurs 0 times, not once: c')
    expect(() => plant('a a', [{ from: 'a', to: '' }])).toThrow('occurs 2 times, not once: a')
  })
})

describe('a mutant is caught by a failed assertion only', () => {
  const report = (status: string, failureMessages: string[] = [], message = '') => ({
    testResults: [{ message, assertionResults: [{ fullName: 'pull keeps every row', status, failureMessages }] }],
  })

  it.each([
    ['an assertion', report('failed', ['AssertionError: expected 1 to be 2\n  at x']), 'caught'],
    ['a polled assertion', report('failed', ['Error: expected 1 to be 4 // Object.is equality']), 'caught'],
    ['an awaited one', report('failed', ['Error: promise rejected "TypeError: no" instead of resolving']), 'caught'],
    ['nothing', report('passed'), 'survived'],
    ['an exception', report('failed', ['TypeError: x is not a function']), 'broken'],
    ['another test', { testResults: [{ assertionResults: [{ fullName: 'other', status: 'failed' }] }] }, 'broken'],
    ['a test that did not run', report('skipped'), 'broken'],
    ['a file that does not load', { testResults: [{ message: 'SyntaxError', assertionResults: [] }] }, 'broken'],
  ])('%s', (_title, given, kind) => {
    expect(judge(given, 'keeps every row').kind).toBe(kind)
  })

  it('and named by the whole title', () => {
    expect(judge(report('failed', ['AssertionError: no']), 'every')).toEqual({
      kind: 'caught',
      title: 'pull keeps every row',
    })
  })
})

it('each named part of a requirement has a mutant that takes it out', () => {
  expect(partsWithoutMutant(read('docs/requirements.md'), MUTANTS)).toEqual([])
})
