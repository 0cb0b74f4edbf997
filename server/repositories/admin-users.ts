import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { isMail } from './account-mail.ts'
import { type Paging, pageClause } from './paging.ts'

/** An administrator of the platform; `email` in lower case. */
export interface AdminUser {
  id: string
  name: string
  email: string
  disabled: boolean
}

export const ADMIN_COLUMNS = ['id', 'name', 'email', 'disabled'] as const

export async function adminPage(tx: Tx, paging: Paging): Promise<AdminUser[]> {
  const clause = pageClause(paging, { by: 'name', key: 'id' })
  const { rows } = await sql<AdminUser>`select id, name, email, disabled from admin_user ${clause}`.execute(tx)
  return rows
}

export async function countAdmins(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from admin_user`.execute(tx)
  return rows[0]?.total ?? 0
}

/** @param lock for an update */
export const readAdmin = (tx: Tx, id: string, lock = false): Promise<AdminUser | undefined> =>
  tx
    .selectFrom('admin_user')
    .select(ADMIN_COLUMNS)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** The account that a login names. @param email as `normalMail` gives it */
export const adminCredential = (
  tx: Tx,
  email: string,
): Promise<{ id: string; password_hash: string; disabled: boolean } | undefined> =>
  tx
    .selectFrom('admin_user')
    .select(['id', 'password_hash', 'disabled'])
    .where(isMail('admin_user.email', email))
    .executeTakeFirst()

/** A mail that exists: error 23505 of the database. */
export async function insertAdmin(tx: Tx, row: Omit<AdminUser, 'disabled'> & { password_hash: string }): Promise<void> {
  await tx.insertInto('admin_user').values(row).execute()
}

/** A mail that exists: error 23505 of the database. */
export async function updateAdmin(tx: Tx, { id, name, email, disabled }: AdminUser): Promise<void> {
  await tx.updateTable('admin_user').set({ name, email, disabled }).where('id', '=', id).execute()
}

/** @returns false for an unknown administrator */
export async function disableAdmin(tx: Tx, id: string): Promise<boolean> {
  const done = await tx.updateTable('admin_user').set({ disabled: true }).where('id', '=', id).executeTakeFirst()
  return done.numUpdatedRows !== 0n
}
