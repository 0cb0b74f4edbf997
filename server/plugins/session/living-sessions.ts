import type { KnownActor } from '../../actor.ts'
import type { Database } from '../database/database.ts'
import { type IdleLimits, loadActor, staffOf } from './load-actor.ts'

export type Staff = Extract<KnownActor, { kind: 'personnel' }>

/**
 * Hashes of the sessions, all of one company's staff, that are still valid with the same rights: one query for a caller that keeps many of them open. An
 * impersonation, which depends on its administrator's session, is checked by itself.
 */
export async function livingSessions(
  db: Database,
  { companyId, actors, idle }: { companyId: string; actors: readonly Staff[]; idle: IdleLimits },
): Promise<Set<string>> {
  const own = actors.filter(({ impersonator }) => impersonator === null)
  const rows = await db.inTenant(companyId, (trx) =>
    trx
      .selectFrom('session')
      .innerJoin('company', 'company.id', 'session.company_id')
      .innerJoin('personnel', 'personnel.IDPERSONNEL', 'session.account_id')
      .leftJoin('credential', 'credential.personnel_id', 'personnel.IDPERSONNEL')
      .select(['token_hash', 'ROLES', 'IDAGENCE', 'AGENCES', 'TOUTES_AGENCES', 'IDPERSONNEL'])
      .where('token_hash', 'in', own.length === 0 ? [''] : own.map(({ tokenHash }) => tokenHash))
      .where('revoked_at', 'is', null)
      .where('company.disabled', '=', false)
      .where('personnel.deleted', '=', false)
      .where((where) => where.or([where('credential.disabled', 'is', null), where('credential.disabled', '=', false)]))
      .execute(),
  )
  const now = new Map(rows.map((row) => [row.token_hash, JSON.stringify(staffOf(row.IDPERSONNEL, row))]))
  const living = own.filter(({ tokenHash, staff }) => now.get(tokenHash) === JSON.stringify(staff))
  for (const actor of actors.filter(({ impersonator }) => impersonator !== null)) {
    const { tokenHash } = actor
    if (await db.transaction({ tokenHash }, (trx) => loadActor(trx, tokenHash, { idle, byPerson: false })))
      living.push(actor)
  }
  return new Set(living.map(({ tokenHash }) => tokenHash))
}
