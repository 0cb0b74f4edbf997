import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { promisedTime } from '../support/slowness.ts'
import { OVERTAKEN_MS } from './line.ts'
import type { Tab } from './phone.ts'
import { dropPhoto } from './play-photo.ts'
import { endPoison } from './play-poison.ts'
import { hasRole, isTold } from './play-told.ts'
import type { Contents } from './server.ts'
import { beginStep, giveUp, moving, type Seat, takeStock, type World } from './world.ts'

/** I12: time for an outbox to empty, and for a phone to agree with the server, once the line works; longer on a slow machine. */
const HEALED_WITHIN_MS = 10_000

interface Running {
  seat: Seat
  tab: Tab
  stopped: Promise<void>
  /** It has had a whole round since its replication started, so it knows of a restore. */
  heard: boolean
}

/**
 * The line works again and everybody is logged in. The product's own replication runs on every phone, without a restart, until all outboxes
 * are empty and every phone holds what its user may see (I4, I11, I12). Refused entries are read and abandoned meanwhile.
 */
export async function heal(world: World, cutStream: boolean): Promise<Contents[]> {
  await wait(OVERTAKEN_MS)
  await beginStep(world)
  if (world.poisoned.size > 0) {
    await running(world, false, (phones) => emptyQueues(world, phones))
    await endPoison(world)
  }
  return running(world, cutStream, async (phones) => {
    await emptyQueues(world, phones)
    const held = await agree(world, phones)
    await everyPill(world, phones)
    return held
  })
}

/** The product's own replication runs on every phone for as long as this takes. */
async function running<T>(
  world: World,
  cutStream: boolean,
  until: (phones: readonly Running[]) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  // Every loop of every phone listens to this signal; Node warns from the eleventh listener on.
  setMaxListeners(0, stop.signal)
  const phones: Running[] = []
  const begun = performance.now()
  /** Events of each phone, for whoever investigates a failure. */
  const trails: string[][] = []
  for (const [index, seat] of world.seats.entries()) {
    const { phone, tab } = seat
    if (!tab) continue
    phone.line.arm(cutStream && index === 0 ? [{ at: 0, fault: 'cut-stream' }] : [])
    phone.line.pageSize(1000)
    phone.line.always(null)
    const trail: string[] = []
    trails.push(trail)
    const one = { seat, tab, heard: false }
    const stopped = tab.device.replicate(stop.signal, (event) => {
      // The line has no fault now, so a round that the product calls whole is whole.
      if (event.type === 'succeeded') {
        tab.told.round = 'whole'
        one.heard = true
      }
      trail.push(`${(performance.now() - begun).toFixed(0)} ${phone.label} ${JSON.stringify(event)}`)
    })
    phones.push(Object.assign(one, { stopped }))
  }
  try {
    return await until(phones)
  } catch (error) {
    const waiting = phones.map(({ seat: { phone } }) => `${phone.label} waits for ${phone.line.unanswered()}`)
    throw new Error([error, ...trails.flatMap((trail) => trail.slice(-8)), ...waiting].join('\n'), { cause: error })
  } finally {
    stop.abort()
    await Promise.all(phones.map(({ stopped }) => stopped))
  }
}

async function emptyQueues(world: World, running: readonly Running[]): Promise<void> {
  let late = promisedTime(HEALED_WITHIN_MS)
  for (;;) {
    // Until a phone knows of a restore its outbox looks empty: only then are the entries that the server lost opened again (HEAL-1).
    const deaf = running.filter(({ seat, heard }) => !heard && hasRole(world, seat))
    const queues = await Promise.all(
      running.map(async (one) => ({
        ...one,
        entries: await one.tab.device.entries(),
        files: (await one.tab.device.queue()).files,
      })),
    )
    const pictures = queues.flatMap(({ seat, files }) => files.map((file) => ({ seat, file })))
    for (const { seat, file } of pictures) if (file.state === 'refused') await dropPhoto(world, seat, file)
    // A picture may wait for the creation of its project, on which the server fails.
    const isPoisoned = world.poisoned.size > 0
    const held = isPoisoned ? new Set([...world.poisoned, ...pictures.map(({ file }) => file.id)]) : undefined
    const left = queues.flatMap(({ entries }) => moving(entries, held))
    if (left.length === 0) {
      // I11: only refused entries are left, and entries that depend on them.
      const refused = queues.flatMap(({ seat, tab, entries }) =>
        entries.filter(({ state }) => state === 'refused').map((entry) => ({ seat, tab, entry })),
      )
      const isSent = isPoisoned || pictures.length === 0
      if (refused.length === 0 && deaf.length === 0 && isSent) return
      if (deaf.length > 0 && late())
        throw new Error(`I12: no whole round of ${deaf.map(({ seat }) => seat.phone.label)} in ${HEALED_WITHIN_MS} ms`)
      if (!isSent && refused.length === 0 && late())
        throw new Error(`I12: after ${HEALED_WITHIN_MS} ms pictures wait: ${pictures.map(({ file }) => file.id)}`)
      if (refused.length === 0) {
        await wait(10)
        continue
      }
      for (const { seat, tab, entry } of refused) {
        await takeStock(world, seat)
        world.counters.hit('refused')
        await giveUp(world, seat, tab, entry)
      }
      late = promisedTime(HEALED_WITHIN_MS)
    } else if (world.isJustRestored && late()) {
      // HEAL-4: this entry may point to a record on a device that has not come back yet. The product waits a day for it.
      world.isJustRestored = false
      for (const { seat } of running) seat.phone.days += 2
      late = promisedTime(HEALED_WITHIN_MS)
    } else if (late()) {
      const what = left.map((e) => `${e.state} ${e.action} ${e.resource}/${e.recordId} after ${e.after}`)
      throw new Error(`I12: after ${HEALED_WITHIN_MS} ms the queues still hold ${what.join('; ')}`)
    } else await wait(10)
  }
}

/** I4, in both directions: what each phone holds is what a new phone of its user would get. */
async function agree(world: World, running: readonly Running[]): Promise<Contents[]> {
  const late = promisedTime(HEALED_WITHIN_MS)
  for (;;) {
    const truths = new Map<string, Contents>()
    const held: Contents[] = []
    const wrong: string[] = []
    for (const { seat, tab } of running) {
      const truth = truths.get(seat.person) ?? (await world.company.truth(seat.person))
      truths.set(seat.person, truth)
      const contents = await tab.device.contents()
      held.push(contents)
      wrong.push(...differences(contents, truth).map((what) => `${seat.phone.label}: ${what}`))
    }
    if (wrong.length === 0) return held
    if (late()) throw new Error(`I4: phone and server do not agree:\n${wrong.join('\n')}`)
    await wait(20)
  }
}

/** WORK-6: every phone says « À jour » once everything is quiet. */
async function everyPill(world: World, running: readonly Running[]): Promise<void> {
  const late = promisedTime(HEALED_WITHIN_MS)
  for (const { seat, tab } of running)
    while (!(await isTold(world, seat))) {
      if (late()) throw new Error(`TOLD: ${seat.phone.label}: everything is quiet: ${JSON.stringify(tab.told)}`)
      await wait(20)
    }
}

/** Describes each difference between what the phone holds and what the server holds. */
export function differences(held: Contents, truth: Contents): string[] {
  const names = new Set([...Object.keys(held), ...Object.keys(truth)])
  return [...names]
    .filter((name) => !isDeepStrictEqual(held[name], truth[name]))
    .map((name) => {
      const [mine, theirs] = [held[name], truth[name]]
      if (!mine || !theirs) return `${name} is only on the ${mine ? 'phone' : 'server'}`
      const fields = Object.keys(theirs).filter((field) => !isDeepStrictEqual(mine[field], theirs[field]))
      return `${name}: ${fields.map((f) => `${f} ${JSON.stringify(mine[f])} ≠ ${JSON.stringify(theirs[f])}`)} ${mine.state ?? ''}`
    })
}
