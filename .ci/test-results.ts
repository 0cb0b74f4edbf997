import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The results of one run of one project, read from the file of Vitest's JSON reporter. */

export const RESULTS_FOLDER = 'test-results'

export interface TestOutcome {
  file: string
  /** Title, with the titles of the groups around it. */
  title: string
  status: 'passed' | 'failed' | 'skipped'
  /** Of a failed one: its error, as far as one screen holds it. */
  why?: string
}

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    /** Why the file itself failed. */
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** `partial` holds runs of chosen files only, which do not show what the whole project covers. */
export function resultsFile(project: string, extent: 'whole' | 'partial' = 'whole'): string {
  return join(RESULTS_FOLDER, extent === 'whole' ? `${project}.json` : `partial/${project}.json`)
}

/** @returns undefined when that run left no readable result */
export function readOutcomes(file: string): TestOutcome[] | undefined {
  if (!existsSync(file)) return undefined
  try {
    return outcomesOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Lines of an error that are shown, and the length of each: a difference of two long values has thousands. */
const [LINES, WIDTH] = [40, 300]

/** The start of an error, without colours and without the frames of packages. */
function whyOf(messages: readonly string[]): { why?: string } {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
    .slice(0, LINES)
    .map((line) => line.slice(0, WIDTH))
  return lines.length === 0 ? {} : { why: lines.join('\n') }
}

/**
 * One outcome per test. A file that failed without a failed test (it could not be loaded, a hook threw) counts as one
 * failure; tests that did not run (skipped, todo, pending) count as skipped.
 */
export function outcomesOf(report: unknown): TestOutcome[] {
  if (!isReport(report)) throw new TypeError('Not a report of Vitest')
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const outcomes = assertionResults.map(
      (test): TestOutcome => ({
        file: name,
        title: test.fullName,
        status: statusOf(test.status),
        ...whyOf(test.failureMessages ?? []),
      }),
    )
    const failedAlone = status === 'failed' && outcomes.every((outcome) => outcome.status !== 'failed')
    if (failedAlone)
      outcomes.push({ file: name, title: '(the file itself)', status: 'failed', ...whyOf([message ?? '']) })
    return outcomes
  })
}

export function tallyOf(outcomes: readonly TestOutcome[]): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  for (const outcome of outcomes) tally[outcome.status] += 1
  return tally
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 }
  for (const tally of tallies) {
    sum.passed += tally.passed
    sum.failed += tally.failed
    sum.skipped += tally.skipped
  }
  return sum
}

/** The last line of `npm test`, `npm run test:full` and `.ci/run`. */
export function closingLine(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`
}

function statusOf(status: string): TestOutcome['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

function isReport(value: unknown): value is VitestReport {
  return typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults)
}
