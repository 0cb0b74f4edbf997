import type { Staff } from '../schemas/access.ts'
import type { AccountKind } from './plugins/database/tables.ts'

interface Anonymous {
  kind: 'anonymous'
}

/** Somebody with a live session. `account` is how requests and mutations name them: `personnel:<id>`. */
interface Known<K extends AccountKind> {
  kind: K
  id: string
  account: string
  /** Names the session in logs and caches; useless without the token. */
  tokenHash: string
  deviceId: string | null
  /** ISO 8601 UTC. */
  expiresAt: string
}

export interface PersonnelActor extends Known<'personnel'> {
  companyId: string
  /** Rights, as `schemas/access.ts` takes them. */
  staff: Staff
}

export interface ClientActor extends Known<'client'> {
  companyId: string
}

export type AdminActor = Known<'admin'>

export type KnownActor = PersonnelActor | ClientActor | AdminActor
/** Who makes the request. */
export type Actor = Anonymous | KnownActor

/** Declared by every route (`config.access`): nobody is let in by omission. */
export type Access = 'public' | { kinds: readonly AccountKind[] }

export const PUBLIC: Access = 'public'
export const STAFF: Access = { kinds: ['personnel'] }
export const COMPANY_ACCOUNTS: Access = { kinds: ['personnel', 'client'] }
export const ANY_ACCOUNT: Access = { kinds: ['personnel', 'client', 'admin'] }
