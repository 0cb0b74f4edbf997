import type { Reporter } from 'vitest/node'

/** A reporter of Vitest that tells `npm test` of each finished test: a run that finishes none for long hangs (watched-run.ts). */
export default class Heartbeat implements Reporter {
  onTestModuleCollected(): void {
    process.send?.('beat')
  }

  onTestCaseResult(): void {
    process.send?.('beat')
  }
}
