import { type RawBuilder, sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import { AppError, notFound } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { mayManage, type Rights } from '../../schemas/rules/direction.ts'
import type { Tx } from '../plugins/database/database.ts'
import { isMail } from '../repositories/account-mail.ts'
import { type Paging, pageClause } from '../repositories/paging.ts'

/** A member of the staff in a list of administrators, without their company. */
export interface StaffAccount {
  IDPERSONNEL: string
  PRENOM: string | null
  NOM: string
  NOM_COMPLET: string | null
  INITIALES: string | null
  MAIL: string | null
  ROLES: RoleName[]
  IDAGENCE: string | null
  AGENCES: string[]
  TOUTES_AGENCES: number | null
  disabled: boolean
  has_account: boolean
}

const ACCOUNT = sql`coalesce(c.disabled, false) as disabled, c.mail is not null as has_account`
const FROM = sql`from personnel p left join credential c
  on c.company_id = p.company_id and c.personnel_id = p."IDPERSONNEL"
  where p.company_id = current_setting('app.company_id') and not p.deleted`

async function rowsOf(tx: Tx, paging: Paging, where: RawBuilder<unknown>): Promise<StaffAccount[]> {
  const { rows } = await sql<StaffAccount>`select p."IDPERSONNEL", p."PRENOM", p."NOM", p."NOM_COMPLET",
    p."INITIALES", p."MAIL", p."ROLES", p."IDAGENCE", p."AGENCES", p."TOUTES_AGENCES", ${ACCOUNT}
    ${FROM} ${where} ${pageClause(paging, { by: 'NOM_COMPLET', key: 'IDPERSONNEL' })}`.execute(tx)
  return rows
}

/** The staff of the transaction's company. */
export const staffPage = (tx: Tx, paging: Paging): Promise<StaffAccount[]> => rowsOf(tx, paging, sql``)

export async function countStaff(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total ${FROM}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Those whom an administrator may impersonate: with a mail and at least one role, and not disabled (ADM-02). */
export const impersonable = (tx: Tx, paging: Paging): Promise<StaffAccount[]> =>
  rowsOf(
    tx,
    paging,
    sql`and coalesce(p."MAIL", c.mail) is not null and cardinality(p."ROLES") > 0 and c.disabled is not true`,
  )

/** One member of the staff who is not deleted, with VERSION and login. @throws AppError NOT_FOUND */
export async function readStaffAccount(tx: Tx, id: string): Promise<Values> {
  const fields = sql.join(Object.keys(entityOf('personnel').fields).map((name) => sql.ref(`p.${name}`)))
  const { rows } =
    await sql<Values>`select ${fields}, p."VERSION", ${ACCOUNT} ${FROM} and p."IDPERSONNEL" = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/**
 * That this director may set up this person's account (schemas/rules/direction.ts).
 * @throws AppError NOT_FOUND for an unknown person, UNAUTHORIZED for one of another agency or with more rights
 */
export async function assertManages(tx: Tx, director: Staff, id: string): Promise<void> {
  if (!mayManage(director, (await readStaffAccount(tx, id)) as unknown as Rights)) throw beyondRights()
}

/** The refusal for a director who sets up somebody's account beyond their own rights. */
export const beyondRights = (): AppError =>
  new AppError(
    'UNAUTHORIZED',
    'Cette personne a des droits que vous n’avez pas : demandez à un directeur de toutes les agences.',
  )

/** Whether this member of the staff exists and is not deleted. */
export async function worksThere(tx: Tx, id: string): Promise<boolean> {
  const person = await tx
    .selectFrom('personnel')
    .select('IDPERSONNEL')
    .where('IDPERSONNEL', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return person !== undefined
}

/** Name, mail and login of a member of the staff; `mail` and `disabled` are null without a login. Undefined for an unknown one. */
export const mailableStaff = (tx: Tx, id: string) =>
  tx
    .selectFrom('personnel')
    .leftJoin('credential', 'credential.personnel_id', 'personnel.IDPERSONNEL')
    .select(['NOM_COMPLET', 'NOM', 'MAIL', 'credential.mail', 'credential.disabled'])
    .where('IDPERSONNEL', '=', id)
    .where('personnel.deleted', '=', false)
    .executeTakeFirst()

/** A person with a role and a mail may log in, unless the account was disabled. At most one answer. */
export async function staffAccount(tx: Tx, id: string): Promise<{ mayLogIn: boolean }[]> {
  const rows = await tx
    .selectFrom('personnel')
    .leftJoin('credential', 'credential.personnel_id', 'personnel.IDPERSONNEL')
    .select(['ROLES', 'credential.disabled', 'MAIL', 'credential.mail'])
    .where('IDPERSONNEL', '=', id)
    .where('personnel.deleted', '=', false)
    .execute()
  return rows.map(({ ROLES, MAIL, mail, disabled }) => ({
    mayLogIn: ROLES.length > 0 && (mail ?? MAIL) !== null && disabled !== true,
  }))
}

/** The login that a mail names in the transaction's company, and the roles of its person. @param mail as `normalMail` gives it */
export const staffCredential = (tx: Tx, mail: string) =>
  tx
    .selectFrom('credential')
    .leftJoin('personnel', 'personnel.IDPERSONNEL', 'credential.personnel_id')
    .select(['personnel_id', 'password_hash', 'disabled', 'ROLES'])
    .where(isMail('credential.mail', mail))
    .executeTakeFirst()
