import { endNumber } from './phone.ts'
import type { World } from './world.ts'

/** What the rig has to know of a database that was put back. */
export async function afterRestore(world: World): Promise<void> {
  const epoch = await world.company.epoch()
  world.putBack = true
  for (const { phone, person } of world.seats) {
    // Sessions that began since are not in it: people log in again.
    phone.token = await world.company.openSession(person)
    for (const quote of [...phone.numbers.keys()]) if (phone.numberedIn.get(quote) !== epoch) endNumber(phone, quote)
  }
}
