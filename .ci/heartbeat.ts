import type { Reporter } from 'vitest/node'

/** A reporter of Vitest that tells `npm test` of each test that has ended: a run that ends none for long hangs (watched-run.ts). */
export default class Heartbeat implements Reporter {
  onTestModuleCollected(): void {
    process.send?.('beat')
  }

  onTestCaseResult(): void {
    process.send?.('beat')
  }
}
