import { LONELY } from './furnish.ts'
import type { Tab } from './phone.ts'
import { playRights } from './play-rights.ts'
import type { Interrupted, StepOf } from './steps.ts'
import { wordsIn } from './words.ts'
import { act, noteKilled, type Seat, takeStock, tryAct, type World } from './world.ts'

/** Error messages of Node and of Chromium. */
const LINE_ERRORS = ['fetch failed', 'terminated', 'Failed to fetch', 'network error']

/** Errors that a bad line or a full phone may cause. Any other error is a defect. */
const isExpected = (error: unknown): boolean => {
  const { name, message = '' } = error as { name?: string; message?: string }
  if (name === 'PullStopped' || name === 'TimeoutError' || name === 'AbortError') return true
  return name === 'TypeError' && LINE_ERRORS.includes(message)
}

/** Waits for a piece of work. An error that no fault explains breaks the run. */
export async function tracked<T>(world: World, seat: Seat, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!isExpected(error))
      world.broken.push(`${seat.phone.label}: ${error instanceof Error ? error.stack : String(error)}`)
    return undefined
  }
}

/** Starts the work that a fault will interrupt. */
function work(world: World, seat: Seat, tab: Tab, { during, act: what, sync }: Interrupted): Promise<unknown> {
  if (during === 'act') return tryAct(world, seat, what)
  seat.phone.line.arm(sync.faults)
  const { device } = tab
  return during === 'push' ? device.push() : device.pull()
}

/** Kills a tab at a point of its work. The next tab starts from the stored state (I2, OUT-1, PULL-4). */
export async function playKill(world: World, seat: Seat, step: StepOf<'kill'>): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  const { control } = tab
  const before = await takeStock(world, seat)
  const killed = control.set({ what: 'kill', after: step.after })
  await Promise.race([tracked(world, seat, work(world, seat, tab, step)), killed])
  // The work ended before the point was reached: the tab is killed while idle.
  await tab.kill()
  phone.line.arm([])
  if (control.struck() !== undefined)
    world.counters.hit(
      ({ act: 'killed-in-write', push: 'killed-in-push', pull: 'killed-in-pull' } as const)[step.during],
    )
  seat.tab = await phone.openTab(seat.identity)
  await noteKilled(world, seat, { before, after: await takeStock(world, seat) })
}

/** The next local write finds no room. A command fails and saves nothing, or it saves; a synchronisation moves nothing. */
export async function playQuota(world: World, seat: Seat, step: StepOf<'quota'>): Promise<void> {
  const { tab } = seat
  if (!tab) return
  const { control } = tab
  void control.set({ what: 'quota', after: step.after })
  const result = await work(world, seat, tab, step).catch((error: unknown) => ({ failed: error }))
  control.disarm()
  seat.phone.line.arm([])
  const struck = control.struck()
  if (struck === undefined) return
  world.counters.hit('quota')
  const { failed } = (typeof result === 'object' ? result : {}) as { failed?: unknown }
  if (failed !== undefined && !isFull(failed) && !isExpected(failed))
    world.broken.push(`${seat.phone.label}: full ${struck}: ${String(failed)}`)
  // Once there is room again, the phone goes on at the next start.
  await tab.device.recover()
}

/** The clerk deletes a client without projects: a phone's next pull tells of it once. */
async function dropLonely(world: World): Promise<void> {
  const rows = await world.company.rows('client')
  const one = rows.find(({ id, deleted }) => id.startsWith(LONELY) && !deleted)
  if (!one) return
  const status = await world.company.write('DELETE', `/clients/${one.id}`)
  if (status !== 204) world.broken.push(`The clerk could not delete ${one.id}: ${status}`)
  for (const word of wordsIn(one.values)) world.replaced.add(word)
}

const isFull = (error: unknown): boolean => {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError'
}

/**
 * A leader freezes in its work, and another tab takes the lead and works. Then the first one thaws, and either notices at once that it lost the lead
 * or goes on until its next heartbeat. Nothing that it still does may undo the other's work.
 */
export async function playFreeze(world: World, seat: Seat, step: StepOf<'freeze'>): Promise<void> {
  const { tab: frozen, phone } = seat
  if (!frozen) return
  const robbed = new AbortController()
  const { device, control } = frozen
  phone.line.arm(step.sync.faults)
  const stopped = control.set({ what: 'freeze', after: step.after })
  const { signal } = robbed
  const begin = (): Promise<unknown> => (step.during === 'push' ? device.push(signal) : device.pull(signal))
  const going = tracked(world, seat, begin())
  await Promise.race([going, stopped])
  phone.line.arm([])
  if (control.struck() === undefined) {
    control.disarm()
    return
  }
  world.counters.hit('frozen-leader')
  const heir = await phone.openTab(seat.identity)
  seat.tab = heir
  if (step.rights) await playRights(world, seat, { change: step.rights })
  await act(world, seat, step.act)
  await tracked(world, seat, heir.device.pull())
  await tracked(world, seat, heir.device.push())
  if (step.fenced) robbed.abort()
  control.thaw()
  const after = step.fenced ? going : Promise.all([going, tracked(world, seat, heir.device.push())])
  await after
  if (step.rights) await dropLonely(world)
  await tracked(world, seat, heir.device.pull())
  await frozen.close()
}
