import { canSee, may, mayRead, mayUse } from '../../../schemas/access.ts'
import type { SyncedResource } from '../../../schemas/resources.ts'
import type { DeclaredRoute } from '../../../server/plugins/declared-routes.ts'
import { isScoped } from '../../../server/repositories/rows.ts'
import { type Caller, OWNER, PROJECT_VIEWERS } from './cast.ts'

/** What the table of rights says of one caller on one route. 'open': the route decides by the record, not by who calls. */
export type Verdict = 401 | 403 | 'no role' | 'no factor' | 'open'

/** By the declaration alone: `config.access` and the route's line of `schemas/access.ts`. */
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
  if (right && !mayUse(staff, right)) return 403
  if (!policy) return 'open'
  const allowed =
    policy.action === 'read' ? mayRead(staff, policy.resource) : may(staff, policy.action, policy.resource)
  return allowed ? 'open' : 403
}

/** Whom the record of an id route is for, inside company A. */
export type Audience =
  | { resource: SyncedResource }
  /** The customer whose record it is, and the staff who see the project. */
  | 'owner'
  /** Any account of company A, and the administrators; the route may still say no. */
  | 'company'
  /** Something of the caller's own under that name (an upload under way): each finds theirs, and nobody anybody else's. */
  | 'own'

/** May this caller see the record that the fixture stands for? null: the table does not say. */
export function sees(audience: Audience, caller: Caller): boolean | null {
  if (caller.kind === 'admin' || audience === 'own') return null
  if (caller.company !== 'A') return false
  if (audience === 'company') return null
  if (caller.kind === 'client') return audience === 'owner' && !caller.limited ? caller.accountId === OWNER : null
  if (!caller.staff) return null
  if (audience === 'owner') return canSee(caller.staff, PROJECT_VIEWERS)
  return !isScoped(audience.resource) || canSee(caller.staff, PROJECT_VIEWERS)
}
