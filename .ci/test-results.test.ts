import { describe, expect, it } from 'vitest'
import { addTallies, closingLine, outcomesOf, readOutcomes, tallyOf } from './test-results.ts'

const file = (status: string, ...statuses: string[]) => ({
  name: '/app/a.test.ts',
  status,
  assertionResults: statuses.map((each) => ({ fullName: `group ${each}`, status: each })),
})

const tally = (...testResults: unknown[]) => tallyOf(outcomesOf({ testResults }))

describe('counting a run', () => {
  it('counts each test once', () => {
    expect(tally(file('passed', 'passed', 'passed'), file('failed', 'failed', 'passed'))).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    })
  })

  it.each(['skipped', 'todo', 'pending', 'disabled'])('counts a test that did not run as skipped: %s', (status) => {
    expect(tally(file('passed', 'passed', status))).toEqual({ passed: 1, failed: 0, skipped: 1 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    expect(tally(file('failed'))).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts a hook that threw, though its tests only show as skipped', () => {
    expect(tally(file('failed', 'skipped', 'passed'))).toEqual({ passed: 1, failed: 1, skipped: 1 })
  })

  it('tells why a test failed, without colours, without frames of packages, and not without end', () => {
    const why = (...failureMessages: string[]) =>
      outcomesOf({
        testResults: [
          { name: 'a', status: 'failed', assertionResults: [{ fullName: 'b', status: 'failed', failureMessages }] },
        ],
      })[0]?.why
    expect(why('\u001b[31mError: 1 is not 2\u001b[39m\n    at a (/app/node_modules/b.js:1:1)\n    at test.ts:3')).toBe(
      'Error: 1 is not 2\n    at test.ts:3',
    )
    expect(why('x\n'.repeat(1000))?.split('\n').length).toBe(40)
    expect(why('x'.repeat(1000))?.length).toBe(300)
    expect(
      outcomesOf({ testResults: [{ name: 'a', status: 'failed', message: 'no port', assertionResults: [] }] }),
    ).toEqual([{ file: 'a', title: '(the file itself)', status: 'failed', why: 'no port' }])
  })

  it('refuses a file that holds no results', () => {
    expect(() => outcomesOf({})).toThrow('Not a report')
    expect(readOutcomes('no/such/file.json')).toBeUndefined()
    expect(readOutcomes('README.md')).toBeUndefined()
  })
})

it('closes with one line', () => {
  const sum = addTallies([
    { passed: 1, failed: 0, skipped: 2 },
    { passed: 3, failed: 1, skipped: 0 },
  ])
  expect(closingLine(sum)).toBe('4 passed, 1 failed, 2 skipped')
})
