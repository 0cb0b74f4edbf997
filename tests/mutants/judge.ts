/** The verdict of the tests on a mutant, from the file of Vitest's JSON reporter. */

export type Judgement =
  | { kind: 'caught'; title: string }
  /** The tests ran and passed. */
  | { kind: 'survived' }
  /** Unknown: no test ran, or the failure was no assertion. */
  | { kind: 'broken'; why: string }

interface VitestReport {
  testResults: {
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
  }[]
}

/** For an assertion that was polled, or that awaited a promise, Vitest keeps the message but not the error's name. */
const isAssertion = (text: string): boolean =>
  /^(AssertionError|Error: (expected|promise (rejected|resolved)) )/.test(text)

/**
 * A mutant is caught by a test that ran and in which an assertion failed. A file that does not load, a hook that throws or a
 * test that times out would fail for any broken code, and catches nothing.
 * @param title words of the title of the test that must catch it
 */
export function judge(report: unknown, title: string): Judgement {
  const { testResults } = report as VitestReport
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => test.fullName.includes(title) && (test.status === 'passed' || test.status === 'failed'))
  const failed = ran.filter(({ status }) => status === 'failed')
  const caught = failed.find(({ failureMessages }) => failureMessages?.some(isAssertion))
  if (caught) return { kind: 'caught', title: caught.fullName }
  const said = [
    ...failed.flatMap(({ failureMessages }) => failureMessages ?? []),
    ...testResults.map((file) => file.message),
  ]
  const [first = 'without a word'] = said.filter(Boolean).map((text) => String(text).split('\n')[0])
  if (failed.length > 0) return { kind: 'broken', why: `no assertion failed: ${first}` }
  if (ran.length === 0) return { kind: 'broken', why: `no test ran: ${first}` }
  return { kind: 'survived' }
}

/** What failed in a report, each with its first line: the first failure ends a run, and the tests after it do not run. */
export const failuresOf = (report: unknown): string[] =>
  ((report as VitestReport | null)?.testResults ?? []).flatMap(({ message, assertionResults }) => [
    ...(message ? [message.split('\n')[0] as string] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${String(failureMessages?.[0]).split('\n')[0]}`),
  ])
