import { canSee, hasRows, may, mayRead, mayUse } from '../../../schemas/access.ts'
import type { SyncedResource } from '../../../schemas/resources.ts'
import type { DeclaredRoute } from '../../../server/plugins/declared-routes.ts'
import { isOwn, isScoped } from '../../../server/repositories/rows.ts'
import { type Caller, OWNER, PROJECT_VIEWERS } from './cast.ts'

/** What the table of rights says of one caller on one route. 'open': the route decides by the record, not by the caller. */
export type Verdict = 401 | 403 | 'no role' | 'no factor' | 'open'

/** Read from the declaration alone: `config.access` and the route's line of `schemas/access.ts`. */
export function declared({ access, policy, right }: DeclaredRoute, caller: Caller): Verdict {
  if (access === 'public') return 'open'
  if (caller.kind === null) return 401
  if (caller.settingUp && !access.settingUp) return 'no factor'
  if (!access.kinds.includes(caller.kind)) return 403
  if (caller.acting && access.own) return 403
  if (caller.limited && !access.limited) return 403
  const { staff } = caller
  if (!staff) return 'open'
  if (staff.roles.length === 0 && !access.withoutRole) return 'no role'
  if (access.roles && !access.roles.some((role) => staff.roles.includes(role))) return 403
  if (access.allAgencies && !staff.toutesAgences) return 403
  if (right && !mayUse(staff, right)) return 403
  if (!policy) return 'open'
  const allowed =
    policy.action === 'read' ? mayRead(staff, policy.resource) : may(staff, policy.action, policy.resource)
  return allowed ? 'open' : 403
}

/** Who may see the record of an id route, inside company A. */
export type Audience =
  | { resource: SyncedResource }
  /** The record's customer, and the staff who see the project. */
  | 'owner'
  /** Any account of company A, and the administrators; the route may still refuse. */
  | 'company'
  /** An object of the caller under that name (an unfinished upload): each finds their own, and no other person's. */
  | 'own'

/** Whether this caller may see the fixture's record; null when the table does not say. */
export function sees(audience: Audience, caller: Caller): boolean | null {
  if (caller.kind === 'admin' || audience === 'own') return null
  if (caller.company !== 'A') return false
  if (audience === 'company') return null
  if (caller.kind === 'client') return audience === 'owner' && !caller.limited ? caller.accountId === OWNER : null
  if (!caller.staff) return null
  if (audience === 'owner') return canSee(caller.staff, PROJECT_VIEWERS)
  if (isOwn(audience.resource)) return PROJECT_VIEWERS.personnes.includes(caller.staff.id)
  return isScoped(audience.resource)
    ? canSee(caller.staff, PROJECT_VIEWERS, audience.resource)
    : hasRows(caller.staff, audience.resource)
}
