import { readPill } from './play-told.ts'
import type { StepOf } from './steps.ts'
import { act, type Seat, takeStock, type World } from './world.ts'

/** One entry on which the server always fails (FILE-10 is the rule for files). It holds back only the entries that come after it. */

/** Writes something on which the server fails from now on. */
export async function playPoison(world: World, seat: Seat, step: StepOf<'poison'>): Promise<void> {
  const known = new Set(seat.known)
  await act(world, seat, step.act)
  const fresh = (await takeStock(world, seat)).filter(({ id, state }) => state === 'pending' && !known.has(id))
  const entry = fresh.at(-1)
  if (!entry) return
  world.poisoned.add(entry.id)
  world.server.poisoned.set(entry.id, () => world.counters.hit('poisoned'))
}

/** Everything else has healed. The failing entry is still on its phone, and its person sees that; then the server is repaired. */
export async function endPoison(world: World): Promise<void> {
  for (const seat of world.seats) {
    await checkPoisoned(world, seat)
    await readPill(world, seat)
  }
  for (const id of world.poisoned) world.server.poisoned.delete(id)
  world.poisoned.clear()
}

/** I2: a failing server acknowledges nothing, so the entry stays open. It may be refused where a rule is checked first (refusals.ts judges that). */
export async function checkPoisoned(world: World, seat: Seat): Promise<void> {
  for (const { id, state, resource, recordId } of await takeStock(world, seat))
    if (world.poisoned.has(id) && (state === 'acked' || state === 'done'))
      world.broken.push(`POISON: ${seat.phone.label}: the server fails over ${resource}/${recordId}, which is ${state}`)
}
