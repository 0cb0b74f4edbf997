import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { entreprise } from '../../../schemas/entities/entreprise.ts'
import type { RecordOf } from '../../../schemas/entity.ts'
import type { EntityTables } from './entity-tables.ts'

/** timestamptz: an ISO 8601 instant on the way out; a Date or text on the way in. */
type Instant = ColumnType<string, Date | string, Date | string>
type DefaultInstant = ColumnType<string, Date | string | undefined, Date | string>

/** The entity's fields, and the columns that only the server reads. */
export interface CompanyTable extends Omit<RecordOf<typeof entreprise>, 'VERSION' | 'FUSEAU' | 'WEBSERVICE_SERVER'> {
  FUSEAU: Generated<string>
  WEBSERVICE_SERVER: JSONColumnType<{ name: string; description: string; url?: string }> | null
  /** Last number given by take_seq: the commit order of the company's rows. */
  seq: Generated<number>
  epoch: Generated<string>
  /** How many epochs there have been, this one included (SERVER-6). */
  epoch_number: Generated<number>
  SMS_EXPEDITEUR: string | null
  MAIL_EXPEDITEUR: string | null
  /** `password` is sealed (secrets.ts). */
  SMTP: JSONColumnType<{
    host: string
    port: number
    secure: boolean
    user: string | null
    password: string | null
  }> | null
  /** Sealed. */
  SMS_CLE: string | null
  /** Hours. */
  DELAI_CONTACT: Generated<number>
  disabled: Generated<boolean>
  /** Sealed (secrets.ts). */
  CLE_LOLA: string | null
  /** Every member of the staff must have a second factor. */
  SECOND_FACTEUR: Generated<number>
  /** Hour of the day before an appointment at which its customer is reminded; null: never. */
  RAPPEL_RDV: Generated<string | null>
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
  impersonator: string | null
  limited_to: string | null
  /** Names it to administrators. */
  id: Generated<string>
  /** `token_hash` of the administrator's session that an impersonation depends on. */
  parent_hash: string | null
  /** « iPhone · Safari »; null for sessions older than this column. */
  agent: string | null
  /** The network that it was opened from: « 203.0.113.x ». */
  address: string | null
  /** May only set up a second factor. */
  setting_up: Generated<boolean>
  /** Of somebody who has left: sends what its device holds, and reads nothing. */
  sends_only: Generated<boolean>
  /** When its holder last gave the password or the second factor. */
  proven_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>
}

export interface CredentialTable {
  company_id: string
  personnel_id: string
  /** Lower case. Null only for a closed account. */
  mail: string | null
  password_hash: string
  disabled: Generated<boolean>
}

export interface AdminUserTable {
  id: string
  /** Lower case. */
  email: string
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

export interface MessageTable {
  id: string
  company_id: string | null
  key: string
  channel: 'mail' | 'sms' | 'push'
  recipient: string
  payload: JSONColumnType<Record<string, unknown>>
  status: Generated<'queued' | 'sending' | 'sent' | 'recorded' | 'failed' | 'unknown'>
  attempts: Generated<number>
  error: string | null
  provider_id: string | null
  resource: string | null
  record_id: string | null
  created_by: string | null
  created_at: DefaultInstant
  sent_at: ColumnType<string | null, Date | string | undefined, Date | string | null>
  /** Not before. */
  due_at: DefaultInstant
  claimed_at: ColumnType<string | null, Date | string | undefined, Date | string | null>
}

export interface PushSubscriptionTable {
  company_id: string
  /** SHA-256 of the endpoint. */
  id: string
  account: string
  token_hash: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: DefaultInstant
}

export interface AuditTable {
  id: string
  company_id: string | null
  at: DefaultInstant
  actor: string
  impersonator: string | null
  action: string
  target: string | null
  ip: string | null
  device: string | null
  details: JSONColumnType<Record<string, unknown>>
}

/** A link to choose a password with; null company: an administrator's. */
export interface PasswordLinkTable {
  digest: string
  company_id: string | null
  /** `personnel:<id>` or `admin:<id>` */
  account: string
  created_at: DefaultInstant
  expires_at: Instant
  used_at: ColumnType<string | null, Date | string | undefined, Date | string | null>
}

/** A login token of the legacy system that was used. */
export interface LolaTokenTable {
  company_id: string
  jti: string
  expires_at: Instant
}

/** An epoch that a restore ended, and the last seq of it that the present one contains. */
export interface CompanyEpochTable {
  company_id: string
  epoch: string
  seq: number
  ended_at: DefaultInstant
}

export interface CompanyPictureTable {
  company_id: string
  sha256: string
  type: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
  created_at: DefaultInstant
}

export interface PersonnelPhotoTable {
  company_id: string
  personnel_id: string
  sha256: string
  type: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
  created_at: DefaultInstant
}

export interface ArticlePhotoTable {
  company_id: string
  article_id: string
  sha256: string
  type: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
  created_at: DefaultInstant
}

/** A device of the staff, as it last reported. */
export interface DeviceTable {
  company_id: string
  personnel_id: string
  device_id: string
  /** The session that reported it. */
  token_hash: string
  agent: string
  version: string | null
  reported_at: Instant
  synced_at: ColumnType<string | null, Date | string | undefined, Date | string | null>
  pending: number
  refused: number
  files: number
  oldest: ColumnType<string | null, Date | string | null, Date | string | null>
}

export interface PaymentAccountTable {
  company_id: string
  app_id: string
  /** Sealed, as `private_key` (secrets.ts). */
  app_secret: string
  private_key: string
  updated_at: DefaultInstant
}

export interface PaymentTable {
  company_id: string
  id: string
  devis_id: string
  /** Cents. */
  amount: number
  state: Generated<'created' | 'pending' | 'confirmed' | 'failed' | 'superseded'>
  provider: string | null
  session: string | null
  url: string | null
  created_by: string
  key: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
  confirmed_at: ColumnType<string | null, Date | string | undefined, Date | string | null>
  /** When the server last asked the provider for its session by itself. */
  asked_at: ColumnType<string | null, Date | string | undefined, Date | string | null>
}
export type PaymentRow = Selectable<PaymentTable>

export interface PlatformTables {
  company_picture: CompanyPictureTable
  personnel_photo: PersonnelPhotoTable
  article_photo: ArticlePhotoTable
  device: DeviceTable
  payment_account: PaymentAccountTable
  payment: PaymentTable
  password_link: PasswordLinkTable
  lola_token: LolaTokenTable
  company_epoch: CompanyEpochTable
  message: MessageTable
  push_subscription: PushSubscriptionTable
  audit: AuditTable
  company: CompanyTable
  session: SessionTable
  credential: CredentialTable
  admin_user: AdminUserTable
  mutation: MutationTable
}

/** Every table, as Kysely knows them. */
export type Tables = PlatformTables & EntityTables
