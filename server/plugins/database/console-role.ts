import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { CONSOLE_READABLE } from './console-readable.ts'

/** The role of console queries in one database. */
export function consoleRoleName(database: string): string {
  const name = `lolapp_console_${database}`
  if (Buffer.byteLength(name) <= 63) return name
  return `lolapp_console_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/**
 * Creates the console's role when it is missing, and gives it the allow-list of tables and columns, nothing else. A restrictive policy limits it to the
 * company of `console_scope`, even when its query changes settings. Safe to repeat, under the lock of its caller's kind.
 */
export async function prepareConsoleRole(
  owner: Kysely<unknown>,
  role: string,
  login: { password: string } | null,
): Promise<void> {
  const id = sql.id(role)
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7406513::bigint)`.execute(trx)
    const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(trx)
    if (rows.length === 0)
      await sql`create role ${id} nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit`.execute(trx)
    if (login) await sql`alter role ${id} login password ${sql.lit(login.password)}`.execute(trx)
    await sql`grant usage on schema public to ${id}`.execute(trx)
    await sql`revoke all on all tables in schema public from ${id}`.execute(trx)
    await sql`grant select, insert on console_scope to ${id}`.execute(trx)
    const { rows: policies } = await sql<{ name: string }>`select tablename as name from pg_policies
      where schemaname = 'public' and policyname = 'console' and ${role} = any(roles)`.execute(trx)
    const held = new Set(policies.map(({ name }) => name))
    for (const [table, columns] of CONSOLE_READABLE) {
      await sql`grant select (${sql.join(columns.map((name) => sql.id(name)))}) on ${sql.id(table)} to ${id}`.execute(
        trx,
      )
      if (held.has(table)) continue
      const owned = sql.id(table === 'company' ? 'id' : 'company_id')
      await sql`create policy console on ${sql.id(table)} as restrictive for select to ${id}
        using (${owned} = (select company_id from console_scope))`.execute(trx)
    }
  })
}

/** Functions by which a query could leave its role, its company or its time limit. Only a superuser, as PGlite's owner is, may revoke them. */
const UNSAFE =
  /^(set_config|pg_sleep.*|pg_(try_)?advisory.*|pg_notify|lo_.*|.*_to_xml.*|pg_(terminate|cancel)_backend|pg_read_.*|pg_ls_.*)$/

/** On the embedded engine the session is the superuser's: only the requests' role may call its functions. */
export async function closeUnsafeFunctions(owner: Kysely<unknown>, appRole: string): Promise<void> {
  const { rows } = await sql<{ name: string; call: string }>`select p.proname as name, p.oid::regprocedure::text as call
    from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f'
      and (p.proname = 'set_config' or p.proname ~ 'sleep|advisory|notify|^lo_|_to_xml|_backend$|^pg_read|^pg_ls')`.execute(
    owner,
  )
  const calls = rows.filter(({ name }) => UNSAFE.test(name)).map(({ call }) => sql.raw(call))
  if (calls.length === 0) return
  await sql`revoke execute on function ${sql.join(calls)} from public`.execute(owner)
  await sql`grant execute on function ${sql.join(calls)} to ${sql.id(appRole)}`.execute(owner)
}
