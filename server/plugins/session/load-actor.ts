import type { KnownActor } from '../../actor.ts'
import { setScope, type Tx } from '../database/database.ts'

/** The actor of a live session, with today's rights; null when the session, the account or its access has ended. */
export async function loadActor(trx: Tx, tokenHash: string): Promise<KnownActor | null> {
  const session = await trx.selectFrom('session').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  if (!session || session.revoked_at !== null || Date.parse(session.expires_at) <= Date.now()) return null
  const { account_id: id, company_id: companyId, kind } = session
  const known = {
    id,
    account: `${kind}:${id}`,
    tokenHash,
    deviceId: session.device_id,
    impersonator: session.impersonator,
    expiresAt: session.expires_at,
  }
  await noteSeen(trx, { tokenHash, lastSeen: session.last_seen_at })
  if (session.parent_hash !== null && !(await isAlive(trx, session.parent_hash))) return null
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
  return loadPersonnel(trx, { companyId, ...known })
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
  if (!row || row.deleted || row.disabled === true) return null
  const agences = [...new Set([...(row.IDAGENCE ? [row.IDAGENCE] : []), ...row.AGENCES])]
  const staff = { id: known.id, roles: row.ROLES, agences, toutesAgences: row.TOUTES_AGENCES === 1 }
  return { kind: 'personnel', staff, ...known }
}

/** The administrator's session behind an impersonation: logged out, revoked or disabled, it takes the impersonation with it. */
async function isAlive(trx: Tx, parentHash: string): Promise<boolean> {
  await setScope(trx, { tokenHash: parentHash })
  return (await loadActor(trx, parentHash)) !== null
}

const SEEN_EVERY_MS = 5 * 60_000

/** The office sees when a device last called, to a few minutes; not a write for every request. */
async function noteSeen(trx: Tx, { tokenHash, lastSeen }: { tokenHash: string; lastSeen: string }): Promise<void> {
  if (Date.now() - Date.parse(lastSeen) < SEEN_EVERY_MS) return
  await trx.updateTable('session').set({ last_seen_at: new Date() }).where('token_hash', '=', tokenHash).execute()
}
