import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { openTestDatabase } from '../support/engines.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { browserMachines } from './browser-machine.ts'
import { createCounters } from './counters.ts'
import { openElsewhere } from './furnish.ts'
import { readOptions } from './options.ts'
import { realmMachine } from './realm-machine.ts'
import { playRun, type Rig } from './run.ts'
import { startServer } from './server.ts'
import { shorten } from './shorten.ts'
import { type Run, runOf, type Step } from './steps.ts'
import { TOUR } from './tour.ts'

const {
  engines,
  runs: inAll,
  share: { part, parts },
  seed: given,
  steps,
  minutes,
  replay,
  shorten: shortenFor,
  browser: inBrowser,
  stopsAtFirst,
} = readOptions(process.env)

/** Each part plays the tour, with its own seed for the rest. */
const runs = TOUR.length + Math.ceil((inAll - TOUR.length) / parts)
const seed = given + part - 1

/** A long run tells how far it is after so many runs. */
const TELL_EVERY = 100

/** The suite stops after this many broken runs. */
const ENOUGH = stopsAtFirst ? 1 : 5

/** Format of a run that `--replay` reads. */
const linesOf = ({ steps, ...more }: Run): string =>
  [more, ...steps].map((line) => `  ${JSON.stringify(line)}`).join('\n')

/** Reads a run that was printed as broken: one line of settings, then one step per line. */
function readRun(file: string): Run {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const [more, ...steps] = lines.map((line) => JSON.parse(line)) as [Omit<Run, 'steps'>, ...Step[]]
  return { ...more, steps }
}

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
      const broken: { run: Run; what: string }[] = []
      const breaks = (run: Run): Promise<string | null> => playRun(rig, run).then(() => null, String)
      const property = fc.asyncProperty(runOf(steps), async (run) => {
        if (broken.length >= ENOUGH) return
        const what = await breaks(run)
        if (what !== null) {
          broken.push({ run, what })
          console.log(`Broken: ${what}\n${linesOf(run)}`)
        }
        played += 1
        if (played % TELL_EVERY === 0) console.log(`${engine}: ${played} of ${runs} runs, ${broken.length} broken`)
      })
      const lot = replay ? { numRuns: 1, examples: [[readRun(replay)] as [Run]] } : { numRuns: runs, examples: TOUR }
      await fc.assert(property, { seed, ...lot })
      const seconds = (performance.now() - started) / 1000
      const rate = (played / seconds).toFixed(2)
      console.log(`${played} runs, seed ${seed}, ${seconds.toFixed(1)} s, ${rate} a second\n${rig.counters.table()}`)
      const [first] = broken
      if (first) {
        const { run, what } = first
        if (stopsAtFirst) expect.fail(what)
        const least = await shorten(run.steps, (steps) => breaks({ ...run, steps }), shortenFor)
        const lines = linesOf({ ...run, steps: least.steps })
        expect.fail(`${broken.length} broken, seed ${seed}. The first one: ${least.broken ?? what}\n${lines}`)
      }
      if (!replay) expect(rig.counters.missing()).toEqual([])
    },
    minutes * 60_000,
  )
})
