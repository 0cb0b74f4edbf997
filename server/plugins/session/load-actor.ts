import type { Selectable } from 'kysely'
import type { KnownActor } from '../../actor.ts'
import { setScope, type Tx } from '../database/database.ts'
import type { AccountKind, Tables } from '../database/tables.ts'

/** Milliseconds without a call after which a session ends, by kind of account; null: never. */
export type IdleLimits = Readonly<Record<AccountKind, number | null>>

/** How a session is looked up. */
export interface Lookup {
  idle: IdleLimits
  /** A person makes this call. False where a device, or the server itself, asks: an administrator's idle time goes on then. */
  byPerson: boolean
}

/** The actor of a valid session, with today's rights; null when the session, the account or its access has ended. */
export async function loadActor(trx: Tx, tokenHash: string, lookup: Lookup): Promise<KnownActor | null> {
  const session = await trx.selectFrom('session').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  if (!session || session.revoked_at !== null || Date.parse(session.expires_at) <= Date.now()) return null
  const { account_id: id, company_id: companyId, kind } = session
  const unused = Date.now() - Date.parse(session.last_seen_at)
  if (unused >= (lookup.idle[kind] ?? Number.POSITIVE_INFINITY)) return null
  const known = {
    id,
    account: `${kind}:${id}`,
    tokenHash,
    deviceId: session.device_id,
    impersonator: session.impersonator,
    settingUp: session.setting_up,
    provenAt: session.proven_at,
    expiresAt: session.expires_at,
  }
  if (unused >= SEEN_EVERY_MS[kind] && (lookup.byPerson || kind !== 'admin')) await noteSeen(trx, tokenHash)
  if (session.parent_hash !== null && !(await isAlive(trx, session.parent_hash, lookup))) return null
  if (kind === 'admin') {
    await setScope(trx, { platform: true })
    const admin = await trx.selectFrom('admin_user').select('disabled').where('id', '=', id).executeTakeFirst()
    return admin?.disabled === false ? { kind, ...known } : null
  }
  if (companyId === null) return null
  await setScope(trx, { companyId })
  const company = await trx.selectFrom('company').select('disabled').where('id', '=', companyId).executeTakeFirst()
  if (company?.disabled !== false) return null
  if (kind === 'client') {
    const client = await trx.selectFrom('client').select('deleted').where('IDCLIENT', '=', id).executeTakeFirst()
    return client?.deleted === false ? { kind, companyId, limitedTo: session.limited_to, ...known } : null
  }
  return loadPersonnel(trx, { companyId, sendsOnly: session.sends_only, ...known })
}

async function loadPersonnel(
  trx: Tx,
  known: Omit<Extract<KnownActor, { kind: 'personnel' }>, 'kind' | 'staff'>,
): Promise<KnownActor | null> {
  const row = await trx
    .selectFrom('personnel')
    .leftJoin('credential', 'credential.personnel_id', 'personnel.IDPERSONNEL')
    .select(['ROLES', 'IDAGENCE', 'AGENCES', 'TOUTES_AGENCES', 'deleted', 'credential.disabled'])
    .where('IDPERSONNEL', '=', known.id)
    .executeTakeFirst()
  // Whoever has left logs in no more, but their device still sends what it holds.
  if (!row || row.deleted || (row.disabled === true && !known.sendsOnly)) return null
  return { kind: 'personnel', staff: staffOf(known.id, row), ...known }
}

type Rights = Pick<Selectable<Tables['personnel']>, 'ROLES' | 'IDAGENCE' | 'AGENCES' | 'TOUTES_AGENCES'>

/** What a person's row says of their rights. */
export function staffOf(id: string, row: Rights): Extract<KnownActor, { kind: 'personnel' }>['staff'] {
  const agences = [...new Set([...(row.IDAGENCE ? [row.IDAGENCE] : []), ...row.AGENCES])]
  return { id, roles: row.ROLES, agences, toutesAgences: row.TOUTES_AGENCES === 1 }
}

/**
 * The administrator's session behind an impersonation: when it is logged out, revoked or disabled, the impersonation ends too. What a person does in the
 * impersonation counts as use of it.
 */
async function isAlive(trx: Tx, parentHash: string, lookup: Lookup): Promise<boolean> {
  await setScope(trx, { tokenHash: parentHash })
  return (await loadActor(trx, parentHash, lookup)) !== null
}

/** Followers of devices see when one last called, to a few minutes, so not every request writes it. An administrator's idle time is counted in minutes. */
const SEEN_EVERY_MS: Readonly<Record<AccountKind, number>> = {
  personnel: 5 * 60_000,
  client: 5 * 60_000,
  admin: 30_000,
}

const noteSeen = (trx: Tx, tokenHash: string) =>
  trx.updateTable('session').set({ last_seen_at: new Date() }).where('token_hash', '=', tokenHash).execute()
