import type { FaultProxy } from '../support/fault-proxy.ts'
import type { Counters } from './counters.ts'
import { heal } from './heal.ts'
import type { Machine } from './phone.ts'
import { play } from './play.ts'
import { checkPromises } from './promises.ts'
import type { Server, ServerCompany } from './server.ts'
import type { Run } from './steps.ts'
import { closeWorld, openWorld } from './world.ts'

/** What all runs share: the server, the proxy of the line, the other company and the counters. */
export interface Rig {
  server: Server
  proxy: FaultProxy
  elsewhere: ServerCompany
  counters: Counters
  /** Makes the machine of a phone, in this process or in a browser. */
  newMachine: () => Promise<Machine>
}

/** One run, in a company of its own. @throws Error that names every promise broken */
export async function playRun(rig: Rig, run: Run): Promise<void> {
  const world = await openWorld({ ...rig, people: ['camille', 'diane', run.third] })
  try {
    for (const step of run.steps) {
      await play(world, step)
      if (world.broken.length > 0) break
    }
    if (world.broken.length === 0) await checkPromises(world, await heal(world, run.cutStream))
  } finally {
    await closeWorld(world)
  }
  if (world.broken.length > 0) throw new Error(world.broken.join('\n'))
}
