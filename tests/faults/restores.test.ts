import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type Counters, createCounters } from './counters.ts'
import { openElsewhere } from './furnish.ts'
import { heal } from './heal.ts'
import { type Installation, openInstallation } from './installation.ts'
import { readOptions } from './options.ts'
import { play } from './play.ts'
import { checkPromises } from './promises.ts'
import { realmMachine } from './realm-machine.ts'
import { RESTORE_TOUR, toldActs } from './restore-tour.ts'
import { afterRestore } from './restored.ts'
import { shorten } from './shorten.ts'
import { RESTORES, type RestoreRun, restoreRunOf, type Step } from './steps.ts'
import { closeWorld, openWorld, type World } from './world.ts'

/** The server is restored to an earlier state in the middle of a run. Everything that phones were told was saved is there again at the end. */

const { engines, restores, seed, minutes, replay, shorten: shortenFor, stopsAtFirst } = readOptions(process.env)

/** Most steps in each part of a history. */
const STEPS = 12
/** Copies of databases take disk space, so an installation is replaced after this many histories. */
const LASTS = 25

/** The suite stops after this many broken histories. */
const ENOUGH = stopsAtFirst ? 1 : 3

const PARTS = ['before', 'between', 'after'] as const
type Part = (typeof PARTS)[number]
interface Placed {
  part: Part
  step: Step
}

const stepsOf = (run: RestoreRun): Placed[] => PARTS.flatMap((part) => run[part].map((step) => ({ part, step })))

function partsOf(placed: readonly Placed[]): Pick<RestoreRun, Part> {
  const of = (part: Part): Step[] => placed.filter((one) => one.part === part).map(({ step }) => step)
  return { before: of('before'), between: of('between'), after: of('after') }
}

type Counted = (typeof RESTORES)[number] | 'the same twice' | 'acknowledged and lost'

async function playAll(world: World, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await play(world, step)
    if (world.broken.length > 0) throw new Error(world.broken.join('\n'))
  }
}

interface Rig {
  installation: Installation
  proxy: FaultProxy
  counters: Counters
  count: (what: Counted) => void
}

async function playRestores({ installation, proxy, counters, count }: Rig, run: RestoreRun): Promise<void> {
  const { server } = installation
  const newMachine = async () => realmMachine()
  const elsewhere = await openElsewhere(server)
  const world = await openWorld({
    ...{ server, proxy, counters, elsewhere, newMachine },
    people: ['camille', 'diane', 'marc'],
  })
  try {
    await playAll(world, run.before)
    const restoreIt = await installation.keep(run.how)
    await playAll(world, run.between)
    for (let times = run.twice ? 2 : 1; times > 0; times--) {
      const before = await world.company.effects()
      world.formerEpochs.push({ epoch: await world.company.epoch(), effects: [...before, ...world.merges] })
      await restoreIt()
      count(run.how)
      const held = new Set((await world.company.effects()).map(({ id }) => id))
      if (before.some(({ id }) => !held.has(id))) count('acknowledged and lost')
      await afterRestore(world)
      await playAll(world, run.after)
      const contents = await heal(world, false)
      await afterRestore(world)
      await checkPromises(world, contents)
      if (world.broken.length > 0) throw new Error(world.broken.join('\n'))
    }
    if (run.twice) count('the same twice')
  } finally {
    await closeWorld(world)
  }
}

describe.each(engines)('restores (%s)', (engine) => {
  it(
    `[I1] [I2] [I3] [I4] [I9] [I11] [I12] [HEAL-1] [HEAL-2] [HEAL-3] [SERVER-6] [SERVER-7] hold in ${restores} histories, seed ${seed}`,
    async () => {
      const counted = new Map<Counted, number>()
      const count = (what: Counted): unknown => counted.set(what, (counted.get(what) ?? 0) + 1)
      const counters = createCounters()
      let played = 0
      let open: { installation: Installation; proxy: FaultProxy } | undefined
      const close = async (): Promise<void> => {
        await open?.proxy.close()
        await open?.installation.close()
        open = undefined
      }
      const breaks = async (run: RestoreRun): Promise<string | null> => {
        if (played++ % LASTS === 0) await close()
        if (!open) {
          const installation = await openInstallation(engine)
          open = { installation, proxy: await startFaultProxy(Number(new URL(installation.server.base).port)) }
        }
        return playRestores({ ...open, counters, count }, run).then(() => null, String)
      }
      const broken: { run: RestoreRun; what: string }[] = []
      const property = fc.asyncProperty(restoreRunOf(STEPS), async (run) => {
        if (broken.length >= ENOUGH) return
        if (played > 0 && played % LASTS === 0) console.log(`${engine}: ${played} histories, ${broken.length} broken`)
        const what = await breaks(run)
        if (what === null) return
        broken.push({ run, what })
        console.log(`Broken: ${what}\n${JSON.stringify(run)}`)
      })
      try {
        const lot = replay
          ? { numRuns: 1, examples: [[JSON.parse(readFileSync(replay, 'utf8'))] as [RestoreRun]] }
          : { numRuns: restores, examples: RESTORE_TOUR }
        await fc.assert(property, { seed, ...lot })
        const ways = JSON.stringify(Object.fromEntries(counted))
        console.log(`${played} histories, seed ${seed}: ${ways}\n${counters.table()}`)
        const [first] = broken
        if (first) {
          const { run, what } = first
          if (stopsAtFirst) expect.fail(what)
          const least = await shorten(stepsOf(run), (steps) => breaks({ ...run, ...partsOf(steps) }), shortenFor)
          const shortest = JSON.stringify({ ...run, ...partsOf(least.steps) })
          expect.fail(`${broken.length} broken, seed ${seed}. The first one: ${least.broken ?? what}\n${shortest}`)
        }
      } finally {
        await close()
      }
      const wanted: Counted[] = replay ? [] : [...RESTORES, 'the same twice', 'acknowledged and lost']
      expect(wanted.filter((what) => !counted.has(what))).toEqual([])
      // The drawn histories are too few to meet every fault: what the written ones do must take effect.
      const told: readonly string[] = replay ? [] : toldActs(RESTORE_TOUR)
      expect(counters.missing().filter((what) => told.includes(what))).toEqual([])
    },
    minutes * 60_000,
  )
})
