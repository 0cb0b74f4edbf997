import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { closeLogin, formerRoleName, grantTables, loginRoleName, prepareAppRole } from './app-role.ts'
import { consoleRoleName, prepareConsoleRole } from './console-role.ts'
import { clientConfig } from './postgres-pool.ts'

export interface Logins {
  /** The requests'. */
  url: string
  /** The console's; null when the owner may not create roles. */
  consoleUrl: string | null
}

export interface LoginsInput {
  owner: Kysely<unknown>
  ownerUrl: string
  appUrl: string | undefined
  /** The role's password, the same for every process of the installation however it writes the address (OPS-04). */
  passwordOf: (role: string) => string
}

/** Makes the roles ready and says how to log in as them. Throws a French message when that is not possible. */
export async function prepareLogins({ owner, ownerUrl, appUrl, passwordOf }: LoginsInput): Promise<Logins> {
  const { rows } = await sql<{ database: string; ownerRole: string }>`
    select current_database() as database, current_user as "ownerRole"`.execute(owner)
  const { database, ownerRole } = rows[0] ?? { database: '', ownerRole: '' }
  if (appUrl) {
    const role = decodeURIComponent(new URL(appUrl).username)
    // Before the grants: they would revoke the owner's own right to the list of migrations.
    if (role === ownerRole) throw unsafeRole()
    await grantTables(owner, role)
    return { url: appUrl, consoleUrl: null }
  }
  const [role, consoleRole] = [loginRoleName(database), consoleRoleName(database)]
  const [url, consoleUrl] = [role, consoleRole].map((name) => loginAs(ownerUrl, name, passwordOf(name))) as [
    string,
    string,
  ]
  await prepareAppRole(owner, role, await missingPassword(url))
  await prepareConsoleRole(owner, consoleRole, await missingPassword(consoleUrl))
  await closeLogin(owner, formerRoleName(database))
  return { url, consoleUrl }
}

export function loginAs(address: string, role: string, password: string): string {
  const url = new URL(address)
  url.username = encodeURIComponent(role)
  url.password = password
  return url.href
}

/**
 * The password to set for the role, or null when it has it already. Setting it again would change its salt, and a pooler that remembers the former one would
 * refuse the processes that serve.
 */
async function missingPassword(url: string): Promise<{ password: string } | null> {
  const client = new pg.Client({ ...clientConfig(url, 'lolapp start'), connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch {
    return { password: decodeURIComponent(new URL(url).password) }
  } finally {
    await client.end()
  }
}

export const unsafeRole = (): Error =>
  new Error(
    "Le rôle de DATABASE_APP_URL ne doit être ni superutilisateur, ni BYPASSRLS, ni propriétaire des tables : l'isolation des entreprises en dépend.",
  )
