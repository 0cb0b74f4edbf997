import { isDeepStrictEqual } from 'node:util'
import type { Staff } from '../../schemas/access.ts'
import type { Values } from '../../schemas/merge.ts'
import { type PersonName, staffOf } from '../support/staffed-company.ts'
import type { RIGHTS } from './steps.ts'
import { type Seat, type World, waiting } from './world.ts'

/** What changes nothing takes nothing out of anybody's sight: it explains no refusal. */
export function noteRights({ rights }: Pick<World, 'rights'>, person: PersonName, given: Staff): void {
  const had = rights.get(person) ?? []
  if (!isDeepStrictEqual(had.at(-1), given)) rights.set(person, [...had, given])
}

/** An administrator changes somebody's roles or agencies while their phone is offline. */
export async function playRights(
  world: World,
  seat: Seat,
  { change }: { change: (typeof RIGHTS)[number] },
): Promise<void> {
  const own = staffOf(seat.person)
  const patches: Record<typeof change, Values> = {
    'other-agency': { ROLES: [...own.roles], IDAGENCE: 'brest', AGENCES: ['brest'] },
    field: { ROLES: ['technician'], IDAGENCE: 'lyon', AGENCES: ['lyon'] },
    none: { ROLES: [], IDAGENCE: own.agences[0] ?? null, AGENCES: [...own.agences] },
    own: { ROLES: [...own.roles], IDAGENCE: own.agences[0] ?? null, AGENCES: [...own.agences] },
  }
  const patch = patches[change]
  await world.company.changeRights(seat.person, patch)
  noteRights(world, seat.person, { ...own, roles: patch.ROLES as never, agences: patch.AGENCES as string[] })
  for (const { person, tab } of world.seats)
    if (person === seat.person && tab?.told.round === 'whole') tab.told.round = 'before'
  if (change === 'none') world.counters.hit('no-role')
  if ((change === 'field' || change === 'none') && (await waiting(seat)).length > 0) world.counters.hit('revoked')
}
