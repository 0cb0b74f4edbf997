import { unsent } from './phone.ts'
import { tracked } from './play-tabs.ts'
import type { StepOf } from './steps.ts'
import { type Seat, takeStock, type World } from './world.ts'

/**
 * The app of a phone is updated, or rolled back to the former release, while its writes wait (VER-3, VER-4). A later release that is killed while it takes
 * over the records of the former one goes on at its next start (WORK-5).
 */
export async function playUpdate(world: World, seat: Seat, { after }: StepOf<'update'>): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  const waits = unsent(await takeStock(world, seat)).length > 0
  await tab.close()
  const isUpdate = phone.release === 'former'
  phone.release = isUpdate ? 'next' : 'former'
  phone.isRolledBack = !isUpdate
  const first = isUpdate && after !== null ? await phone.openDying(seat.identity, after) : undefined
  if (first === null) world.counters.hit('killed-in-update')
  seat.tab = first ?? (await phone.openTab(seat.identity))
  if (waits) world.counters.hit(isUpdate ? 'updated' : 'rolled-back')
  await takeStock(world, seat)
  if (!isUpdate) await tracked(world, seat, seat.tab.device.pull())
}
