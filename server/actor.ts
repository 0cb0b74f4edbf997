import type { Staff } from '../schemas/access.ts'
import type { RoleName } from '../schemas/entities/personnel.ts'
import type { Action } from '../schemas/protocol.ts'
import type { ResourceName } from '../schemas/resources.ts'
import type { AccountKind } from './plugins/database/tables.ts'

interface Anonymous {
  kind: 'anonymous'
}

/** A caller with a valid session. `account` is their name in requests and mutations: `personnel:<id>`. */
interface Known<K extends AccountKind> {
  kind: K
  id: string
  account: string
  /** Names the session in logs and caches; it gives no access without the token. */
  tokenHash: string
  deviceId: string | null
  /** `admin:<id>` when an administrator acts as this account; null otherwise. */
  impersonator: string | null
  /** May only set up a second factor (`access.settingUp`). */
  settingUp: boolean
  /** When the password or the second factor was last given in this session, ISO 8601 UTC; null: never. */
  provenAt: string | null
  /** ISO 8601 UTC. */
  expiresAt: string
}

export interface PersonnelActor extends Known<'personnel'> {
  companyId: string
  /** Rights, as `schemas/access.ts` takes them. */
  staff: Staff
  /** Has left (SET-12): this session sends what its device still holds, and reads nothing. */
  sendsOnly: boolean
}

export interface ClientActor extends Known<'client'> {
  companyId: string
  /** `devis:<id>`: opened by a public link, this session reads that quote and nothing else. */
  limitedTo: string | null
}

export type AdminActor = Known<'admin'>

export type KnownActor = PersonnelActor | ClientActor | AdminActor
/** Who makes the request. */
export type Actor = Anonymous | KnownActor

/** Declared by every route (`config.access`), so that no route is open by omission. */
export type Access =
  | 'public'
  | {
      kinds: readonly AccountKind[]
      /** Staff need one of these roles; without it any staff member passes, and the route's own policy decides. */
      roles?: readonly RoleName[]
      /** Only those of them who see all agencies: the route concerns the whole company. */
      allAgencies?: true
      /** Sessions limited to one quote pass too; the route then checks which. */
      limited?: true
      /** Staff whose roles were all removed pass too. */
      withoutRole?: true
      /** Sessions that must first set up a second factor pass too. */
      settingUp?: true
      /** For the account's holder only: an impersonating administrator does not pass. */
      own?: true
    }

/**
 * Declared by every route (`config.does`), whatever its verb: 'acts' when it changes or sends something (the contract has GETs that do), 'reads' otherwise.
 * The trail notes an impersonator's requests that act.
 */
export type Does = 'reads' | 'acts'

/** The action of a staff route on a resource (`POLICIES` of schemas/access.ts says which roles may). */
export interface Policy {
  resource: ResourceName
  action: Action | 'read'
}

export const PUBLIC: Access = 'public'
export const STAFF: Access = { kinds: ['personnel'] }
/** Who decides for the company. */
export const DIRECTORS = { kinds: ['personnel'], roles: ['commercial_director'] } as const satisfies Access
/** Who decides for all of it, its agencies together (`directsCompany` of schemas/rules/direction.ts). */
export const COMPANY_DIRECTORS = { ...DIRECTORS, allAgencies: true } as const satisfies Access
export const CUSTOMER: Access = { kinds: ['client'] }
export const ADMIN: Access = { kinds: ['admin'] }
/** Accounts that log in with a mail and a password. */
export const OFFICE_ACCOUNTS: Access = { kinds: ['personnel', 'admin'] }
export const COMPANY_ACCOUNTS: Access = { kinds: ['personnel', 'client'] }
const EVERY_KIND = ['personnel', 'client', 'admin'] as const
export const ANY_ACCOUNT: Access = { kinds: EVERY_KIND }
/** Includes the sessions that may do one thing only: everybody may log out. */
export const EVERY_SESSION: Access = { kinds: EVERY_KIND, limited: true, withoutRole: true, settingUp: true }
