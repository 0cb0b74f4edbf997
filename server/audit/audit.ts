import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AuditAction } from '../../schemas/audit.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Tx } from '../plugins/database/database.ts'

export interface AuditEntry {
  action: AuditAction
  /** `client:<id>`, `devis:<id>` …: the object of the action. */
  target?: string
  /** Never a password, a code, a token or a whole phone number; only a change of contact has its numbers and addresses. */
  details?: Record<string, unknown>
}

/** The same, for a command that runs on the machine itself. */
export async function auditCommand(tx: Tx, { action, target, details }: AuditEntry): Promise<void> {
  await sql`insert into audit (id, company_id, actor, action, target, details)
    values (${uuidv7()}, nullif(current_setting('app.company_id', true), ''), 'operator', ${action}, ${target ?? null},
      ${JSON.stringify(details ?? {})})`.execute(tx)
}

/** The same, for a consequence of a write of synced records, wherever the write came from. */
export async function auditWrite(tx: Tx, account: string, { action, target, details }: AuditEntry): Promise<void> {
  await sql`insert into audit (id, company_id, actor, action, target, details)
    values (${uuidv7()}, current_setting('app.company_id'), ${account}, ${action}, ${target ?? null},
      ${JSON.stringify(details ?? {})})`.execute(tx)
}

/**
 * Writes one line of the audit trail in the transaction of the action: both are committed, or none. The company is the transaction's; in a transaction of the
 * platform the line is the platform's.
 */
export async function audit(tx: Tx, request: FastifyRequest, entry: AuditEntry): Promise<void> {
  const { actor } = request
  const device = request.headers[HEADER.device]
  await sql`insert into audit (id, company_id, actor, impersonator, action, target, ip, device, details)
    values (${uuidv7()}, nullif(current_setting('app.company_id', true), ''),
      ${actor.kind === 'anonymous' ? 'anonymous' : actor.account},
      ${actor.kind === 'anonymous' ? null : actor.impersonator}, ${entry.action}, ${entry.target ?? null}, ${request.ip},
      ${typeof device === 'string' ? device.slice(0, 64) : null}, ${JSON.stringify(entry.details ?? {})})`.execute(tx)
}
