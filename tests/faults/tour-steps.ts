import type { Act } from './act-types.ts'
import type { ActKind } from './acts.ts'
import type { Interrupted, Step, Sync } from './steps.ts'

/** Steps in short, for the histories that are written by hand. */

export const [CAMILLE, DIANE, MARC] = [0, 1, 2]

export const doing = (kind: ActKind, pick = 0): Act<ActKind> => ({ kind, pick })
export const act = (seat: number, kind: ActKind, pick = 0): Step => ({ do: 'act', seat, act: doing(kind, pick) })
export const calm: Sync = { pushFirst: true, faults: [], page: 1000 }
export const sync = (seat: number, faults: Sync['faults'] = []): Step => ({
  do: 'sync',
  seat,
  sync: { ...calm, faults },
})
export const struck = (during: Interrupted['during'], after: number): Interrupted => ({
  during,
  after,
  act: doing('new-client'),
  sync: calm,
})
