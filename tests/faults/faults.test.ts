import fc from 'fast-check'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { openTestDatabase } from '../support/engines.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { browserMachines } from './browser-machine.ts'
import { createCounters } from './counters.ts'
import { startServer } from './office.ts'
import { readOptions } from './options.ts'
import { realmMachine } from './realm-machine.ts'
import { playRun, type Rig } from './run.ts'
import { type Run, runOf } from './steps.ts'
import { TOUR } from './tour.ts'
import { openElsewhere } from './world.ts'

const { engines, runs, seed, steps, minutes, browser: inBrowser } = readOptions(process.env)

/** How long a failing run is made shorter. */
const SHRINK_MS = 60_000

/** What is broken, how to see it again, and the shortest steps that do it. */
function report({ errorInstance, seed, counterexamplePath, counterexample }: fc.RunDetails<[Run]>): string {
  const run = counterexample?.[0]
  return `${errorInstance}\nseed ${seed}, path ${counterexamplePath}\n${run ? linesOf(run) : ''}`
}

const linesOf = ({ steps, ...more }: Run): string =>
  [more, ...steps].map((line) => `  ${JSON.stringify(line)}`).join('\n')

describe.each(engines)('faults (%s)', (engine) => {
  let rig: Rig
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let browser: Browser | undefined

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    const server = await startServer(opened.db)
    const proxy = await startFaultProxy(Number(new URL(server.base).port))
    browser = inBrowser ? await launchBrowser() : undefined
    const newMachine = browser ? await browserMachines(browser, proxy.url) : async () => realmMachine()
    rig = { server, proxy, elsewhere: await openElsewhere(server), counters: createCounters(), newMachine }
  })
  afterAll(async () => {
    await browser?.close()
    await rig?.proxy.close()
    await rig?.server.close()
    await opened?.close()
  })

  it(
    `[I1] [I2] [I3] [I4] [I5] [I7] [I8] [I9] [I10] [I11] [I12] [SYN-02] [SYN-03] [SYN-04] hold in ${runs} runs, seed ${seed}`,
    async () => {
      const started = performance.now()
      let played = 0
      let failed: number | undefined
      const property = fc.asyncProperty(runOf(steps), async (run) => {
        // Fewer steps are looked for as long as that is worth waiting for.
        if (failed !== undefined && performance.now() - failed > SHRINK_MS) return
        await playRun(rig, run).catch((error: unknown) => {
          if (failed === undefined) console.log(`Broken, being made shorter: ${error}\n${linesOf(run)}`)
          failed ??= performance.now()
          throw error
        })
        played += 1
      })
      const result = await fc.check(property, { seed, numRuns: runs, examples: TOUR })
      const seconds = (performance.now() - started) / 1000
      const rate = (played / seconds).toFixed(2)
      console.log(`${played} runs, seed ${seed}, ${seconds.toFixed(1)} s, ${rate} a second\n${rig.counters.table()}`)
      if (result.failed) throw new Error(report(result), { cause: result.errorInstance })
      expect(rig.counters.missing()).toEqual([])
    },
    minutes * 60_000,
  )
})
