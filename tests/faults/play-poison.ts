import { readPill } from './play-told.ts'
import type { StepOf } from './steps.ts'
import { act, type Seat, takeStock, type World } from './world.ts'

/** One item over which the server fails for good (FILE-10 says it of files): it holds back nothing but what comes after it. */

/** Something is written, and the server fails over it from now on. */
export async function playPoison(world: World, seat: Seat, step: StepOf<'poison'>): Promise<void> {
  const known = new Set(seat.known)
  await act(world, seat, step.act)
  const fresh = (await takeStock(world, seat)).filter(({ id, state }) => state === 'pending' && !known.has(id))
  const entry = fresh.at(-1)
  if (!entry) return
  world.poisoned.add(entry.id)
  world.server.poisoned.set(entry.id, () => world.counters.hit('poisoned'))
}

/** All else has healed. What the server failed over still waits on its phone, and its person is told so; then the server is mended. */
export async function endPoison(world: World): Promise<void> {
  for (const seat of world.seats) {
    await checkPoisoned(world, seat)
    await readPill(world, seat)
  }
  for (const id of world.poisoned) world.server.poisoned.delete(id)
  world.poisoned.clear()
}

/** I2: a server that fails acknowledges nothing. What it failed over waits; it is refused where a rule was looked at before (refusals.ts judges that). */
export async function checkPoisoned(world: World, seat: Seat): Promise<void> {
  for (const { id, state, resource, recordId } of await takeStock(world, seat))
    if (world.poisoned.has(id) && (state === 'acked' || state === 'done'))
      world.broken.push(`POISON: ${seat.phone.label}: the server fails over ${resource}/${recordId}, which is ${state}`)
}
