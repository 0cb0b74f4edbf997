import { endNumber } from './phone.ts'
import type { World } from './world.ts'

/** Updates the rig's knowledge after a database was restored. */
export async function afterRestore(world: World): Promise<void> {
  const epoch = await world.company.epoch()
  world.isJustRestored = true
  for (const { phone, person } of world.seats) {
    // The restored database lacks sessions that began later: people log in again.
    phone.token = await world.company.openSession(person)
    for (const quote of [...phone.numbers.keys()]) if (phone.numberedIn.get(quote) !== epoch) endNumber(phone, quote)
  }
}
