import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** PostgreSQL cuts names at 63 bytes. */
function roleName(prefix: string, database: string): string {
  const name = `${prefix}${database}`
  if (Buffer.byteLength(name) <= 63) return name
  return `${prefix}${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/** The role of requests on the embedded engine: it is not the owner, so that row level security applies to it. */
export const appRoleName = (database: string): string => roleName('lolapp_app_', database)

/** The same on PostgreSQL, with a password derived from SECRET_KEY. */
export const loginRoleName = (database: string): string => roleName('lolapp_login_', database)

/**
 * The role that versions up to 24 November 2026 log in as, with a password derived from the text of DATABASE_URL. They keep it, so that both versions may
 * serve at the same time while one replaces the other.
 */
export const formerRoleName = (database: string): string => roleName('lolapp_app_', database)

/**
 * Creates the role when it is missing and grants it the tables, on both engines, after every migration. `login` on PostgreSQL only: there an owner who is no
 * superuser may not even repeat NOBYPASSRLS, and postgres-engine.ts checks that the role is safe.
 */
export async function prepareAppRole(
  owner: Kysely<unknown>,
  role: string,
  login: { password: string } | null,
): Promise<void> {
  const id = sql.id(role)
  await owner.transaction().execute(async (trx) => {
    // Several processes may start at once: two ALTER ROLE of one role fail with « tuple concurrently updated ».
    await sql`select pg_advisory_xact_lock(7406513::bigint)`.execute(trx)
    const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(trx)
    if (rows.length === 0)
      await sql`create role ${id} nologin nosuperuser nobypassrls nocreatedb nocreaterole`.execute(trx)
    if (login) await sql`alter role ${id} login password ${sql.lit(login.password)}`.execute(trx)
    await grantTables(trx, role)
  })
}

/** What the requests' role may do: read and write rows. It may not touch the schema or the list of migrations. */
export async function grantTables(owner: Kysely<unknown>, role: string): Promise<void> {
  const id = sql.id(role)
  await sql`grant usage on schema public to ${id}`.execute(owner)
  await sql`grant select, insert, update, delete on all tables in schema public to ${id}`.execute(owner)
  await sql`grant usage, select on all sequences in schema public to ${id}`.execute(owner)
  await sql`revoke all on schema_migration from ${id}`.execute(owner)
  await sql`revoke insert, update, delete on installation from ${id}`.execute(owner)
}

/** Forbids login as a role that no process uses any more. An older version that runs again allows it again by itself. */
export async function closeLogin(owner: Kysely<unknown>, role: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7406513::bigint)`.execute(trx)
    const { rows } = await sql`select 1 from pg_roles where rolname = ${role} and rolcanlogin
      and not exists (select from pg_stat_activity where usename = ${role})`.execute(trx)
    if (rows.length > 0) await sql`alter role ${sql.id(role)} nologin`.execute(trx)
  })
}
