import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { ASSET_FIELDS, type PAPERS, PUBLIC_COMPANY, type PublicCompany } from '../../../schemas/public-company.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { either, isKey, isNumber, isText, listOf, maybe, objectOf, oneOf, orNull, type Shape } from '../api/shape.ts'

/**
 * The signed-in account, its company, and names of roles and agencies, as the device stores them. Every entry is compared
 * with its shape when it arrives and when it is read (ANSWER-2). Fields that a former version did not know may be absent, no field may be
 * of another type: the names of local databases are made of these.
 */

/**
 * The part of the company that anybody on its host may read (theme, zone, help link, papers, words of its assets, how its messages leave); a device that has not
 * reached its server since the last ones were added lacks them.
 */
export type Company = Omit<PublicCompany, Late> & Partial<Pick<PublicCompany, Late>>
type Late = (typeof PAPERS)[number] | (typeof ASSET_FIELDS)[number] | 'HORAIRES' | 'CANAUX'
export type Personnel = ResourceRecord<'personnel'>

export interface StaffAccount {
  kind: 'personnel'
  id: string
  personnel: Personnel
  roles: RoleName[]
  agences: string[]
}

/** A customer; their space asks the server for everything but the name. */
export interface ClientAccount {
  kind: 'client'
  id: string
  /** « Prénom Nom » */
  name: string
}

export type Account = StaffAccount | ClientAccount

/** What `lolapp.auth` holds: enough to open the app with no network after a restart (AUT-09). */
export interface StoredAuth {
  token: string
  expiresAt: string | null
  account: Account
}

export interface RoleLabel {
  name: RoleName
  common_name: string
  color: string | null
}
export interface AgencyLabel {
  id: string
  name: string
}
/** What `lolapp.roles` holds: names and colours that the account menu shows before the local database is open. */
export interface Labels {
  roles: RoleLabel[]
  agences: AgencyLabel[]
}

const words = maybe(orNull(isText))

const looksLikeCompany = objectOf({
  ...Object.fromEntries([...PUBLIC_COMPANY, ...ASSET_FIELDS].map((name) => [name, words])),
  id: isKey,
  key: isKey,
  NOM: isText,
  HORAIRES: maybe(orNull(listOf(objectOf({ JOUR: isNumber, DE: isText, A: isText })))),
  CANAUX: maybe(listOf(isText)),
})
export const isCompany: Shape<Company> = (value): value is Company => looksLikeCompany(value)

const looksLikePersonnel = objectOf({
  IDPERSONNEL: isKey,
  PRENOM: words,
  NOM: isText,
  NOM_COMPLET: words,
  INITIALES: words,
  MAIL: words,
  TELEPHONE_PORTABLE: words,
  PHOTO: words,
  // A role that this build does not know gives no rights, and does not end the session.
  ROLES: maybe(orNull(listOf(isText))),
  IDAGENCE: words,
  AGENCES: maybe(orNull(listOf(isText))),
  TOUTES_AGENCES: maybe(orNull(isNumber)),
  HORS_STATS: maybe(orNull(isNumber)),
  IDCOMPANY: words,
})
export const isPersonnel: Shape<Personnel> = (value): value is Personnel => looksLikePersonnel(value)

const looksLikeStaff = objectOf({
  kind: oneOf('personnel'),
  id: isKey,
  personnel: isPersonnel,
  roles: listOf(isText),
  agences: listOf(isText),
})
const isStaffAccount: Shape<StaffAccount> = (value): value is StaffAccount =>
  looksLikeStaff(value) && value.personnel.IDPERSONNEL === value.id
const isClientAccount: Shape<ClientAccount> = objectOf({ kind: oneOf('client'), id: isKey, name: isText })

const looksLikeAuth = objectOf({
  token: isKey,
  expiresAt: maybe(orNull(isText)),
  account: either(isStaffAccount, isClientAccount),
})
export const isStoredAuth: Shape<StoredAuth> = (value): value is StoredAuth => looksLikeAuth(value)

const looksLikeRoleLabel = objectOf({ name: isKey, common_name: isText, color: orNull(isText) })
const isRoleLabel: Shape<RoleLabel> = (value): value is RoleLabel => looksLikeRoleLabel(value)
const isAgencyLabel: Shape<AgencyLabel> = objectOf({ id: isKey, name: isText })
export const isLabels: Shape<Labels> = objectOf({ roles: listOf(isRoleLabel), agences: listOf(isAgencyLabel) })

/** The account of a member of the staff, made of their own record. */
export const accountOf = (personnel: Personnel): StaffAccount => ({
  kind: 'personnel',
  id: personnel.IDPERSONNEL,
  personnel,
  roles: personnel.ROLES ?? [],
  agences: [...new Set([...(personnel.IDAGENCE ? [personnel.IDAGENCE] : []), ...(personnel.AGENCES ?? [])])],
})
