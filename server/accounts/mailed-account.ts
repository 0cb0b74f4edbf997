import { type NotNull, sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { isMail } from '../repositories/account-mail.ts'
import { splitAccount } from './end-sessions.ts'
import { endLinks } from './password-links.ts'

/** Somebody who logs in with a mail and a password: staff of the transaction's company, or an administrator in a transaction of the platform. */
export interface MailedAccount {
  /** `personnel:<id>` or `admin:<id>`. */
  id: string
  name: string
  /** In lower case, its domain as `normalMail` gives it, or as it was typed once. */
  mail: string
}

const staff = (tx: Tx) =>
  tx
    .selectFrom('credential')
    .innerJoin('personnel', 'personnel.IDPERSONNEL', 'credential.personnel_id')
    .select([
      sql<string>`'personnel:' || credential.personnel_id`.as('id'),
      sql<string>`coalesce("NOM_COMPLET", "NOM")`.as('name'),
      'credential.mail',
    ])
    .where('credential.disabled', '=', false)
    .where('credential.mail', 'is not', null)
    .$narrowType<{ mail: NotNull }>()

const admins = (tx: Tx) =>
  tx
    .selectFrom('admin_user')
    .select([sql<string>`'admin:' || id`.as('id'), 'name', 'email as mail'])
    .where('disabled', '=', false)

/** The account that may log in with this mail. @param email as `normalMail` gives it */
export const accountByMail = (
  tx: Tx,
  { email, admin }: { email: string; admin: boolean },
): Promise<MailedAccount | undefined> =>
  admin
    ? admins(tx).where(isMail('admin_user.email', email)).executeTakeFirst()
    : staff(tx).where(isMail('credential.mail', email)).executeTakeFirst()

/** The account of this name, if it may log in. */
export function accountById(tx: Tx, account: string): Promise<MailedAccount | undefined> {
  const [kind, id] = splitAccount(account)
  return kind === 'admin'
    ? admins(tx).where('id', '=', id).executeTakeFirst()
    : staff(tx).where('credential.personnel_id', '=', id).executeTakeFirst()
}

/** The hash that the account's password is checked against; null when the account may not log in. */
export async function passwordHashOf(tx: Tx, account: string): Promise<string | null> {
  const [kind, id] = splitAccount(account)
  const row =
    kind === 'admin'
      ? await tx.selectFrom('admin_user').select('password_hash').where('id', '=', id).executeTakeFirst()
      : await tx.selectFrom('credential').select('password_hash').where('personnel_id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/**
 * Whether the account may log in by the password of this hash, still. A change of the login waits until this transaction ends: a session that opens in it is
 * among those that the change ends.
 */
export async function holdsHash(tx: Tx, { account, hash }: { account: string; hash: string }): Promise<boolean> {
  const [kind, id] = splitAccount(account)
  const login = kind === 'admin' ? sql`admin_user where id = ${id}` : sql`credential where personnel_id = ${id}`
  const { rows } = await sql`select 1 from ${login} and password_hash = ${hash} and not disabled for share`.execute(tx)
  return rows.length > 0
}

/**
 * Gives the account a password, and deletes the links by which another one could be chosen.
 * @param from the hash at the time when its owner was asked: of two concurrent changes only one is made
 * @returns whether it was changed
 */
export async function setPassword(
  tx: Tx,
  { account, hash, from }: { account: string; hash: string; from?: string },
): Promise<boolean> {
  const [kind, id] = splitAccount(account)
  const set = { password_hash: hash }
  const done =
    kind === 'admin'
      ? await tx
          .updateTable('admin_user')
          .set(set)
          .where('id', '=', id)
          .$if(from !== undefined, (query) => query.where('password_hash', '=', from as string))
          .executeTakeFirst()
      : await tx
          .updateTable('credential')
          .set(set)
          .where('personnel_id', '=', id)
          .$if(from !== undefined, (query) => query.where('password_hash', '=', from as string))
          .executeTakeFirst()
  await endLinks(tx, account)
  return done.numUpdatedRows > 0n
}
