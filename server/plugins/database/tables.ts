import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { EntityTables } from './entity-tables.ts'

/** timestamptz: an ISO 8601 instant on the way out; a Date or text on the way in. */
type Instant = ColumnType<string, Date | string, Date | string>
type DefaultInstant = ColumnType<string, Date | string | undefined, Date | string>

export interface CompanyTable {
  id: string
  /** First label of the host name. */
  key: string
  NOM: string
  COLOR: string | null
  LOGO: string | null
  BACKGROUND: string | null
  FUSEAU: Generated<string>
  AIDE_URL: string | null
  WEBSERVICE_SERVER: JSONColumnType<{ name: string; description: string; url?: string }> | null
  /** Last number given by take_seq: the commit order of the company's rows. */
  seq: Generated<number>
  epoch: Generated<string>
}

export type AccountKind = 'admin' | 'personnel' | 'client'

export interface SessionTable {
  token_hash: string
  kind: AccountKind
  account_id: string
  /** Null for an administrator. */
  company_id: string | null
  device_id: string | null
  created_at: DefaultInstant
  last_seen_at: DefaultInstant
  expires_at: Instant
  revoked_at: ColumnType<string | null, Date | string | undefined, Date | string | null>
}

export interface CredentialTable {
  company_id: string
  personnel_id: string
  /** Lower case. */
  mail: string
  password_hash: string
  disabled: Generated<boolean>
}

export interface AdminUserTable {
  id: string
  mail: string
  name: string
  password_hash: string
  disabled: Generated<boolean>
}

/** One accepted or refused write, kept so that a second send of it changes nothing (I3). */
export interface MutationTable {
  company_id: string
  /** `personnel:<id>` */
  account: string
  id: string
  body_hash: string
  /** HTTP status of the verdict. */
  status: number
  resource: string
  record_id: string
  version: number | null
  seq: number | null
  created_at: DefaultInstant
}

export interface PlatformTables {
  company: CompanyTable
  session: SessionTable
  credential: CredentialTable
  admin_user: AdminUserTable
  mutation: MutationTable
}

/** Every table, as Kysely knows them. */
export type Tables = PlatformTables & EntityTables
