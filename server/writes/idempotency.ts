import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Mutation, StaffActor } from './write-types.ts'

/** What an accepted mutation left behind (PUSH-6). */
interface Accepted {
  body_hash: string
  status: 200 | 201 | 204
  resource: string
  record_id: string
  version: number
  seq: number
}

/** The same text for the same JSON value, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

export const bodyHash = ({ action, resource, id, patch, base }: Mutation): string =>
  createHash('sha256').update(canonical({ action, resource, id, patch, base })).digest('hex')

/**
 * The company's time zone, and the verdict that this mutation already had. Throws KEY_REUSED when it was another write. A
 * duplicate that is still running is not seen here: it meets the primary key when it saves, and is run again.
 */
export async function recall(
  tx: Tx,
  { actor, mutation }: { actor: StaffActor; mutation: Mutation },
): Promise<{ zone: string; accepted: Accepted | null }> {
  const { rows } = await sql<{ zone: string | null } & Partial<Accepted>>`
    select c."FUSEAU" as zone, m.body_hash, m.status, m.resource, m.record_id, m.version, m.seq
    from company c left join mutation m
      on m.company_id = c.id and m.account = ${actor.account} and m.id = ${mutation.mutation}
    where c.id = current_setting('app.company_id')`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('UNAVAILABLE', 'Entreprise introuvable.')
  const zone = row.zone ?? 'Europe/Paris'
  if (!row.body_hash) return { zone, accepted: null }
  if (row.body_hash !== bodyHash(mutation)) {
    throw new AppError('KEY_REUSED', 'Cet identifiant de modification a déjà servi pour une autre modification.')
  }
  return { zone, accepted: row as unknown as Accepted }
}

/** Remembers an accepted write, in its transaction. Throws 23505 when a duplicate of it committed first. */
export async function remember(
  tx: Tx,
  { actor, mutation, verdict }: { actor: StaffActor; mutation: Mutation; verdict: Omit<Accepted, 'body_hash'> },
): Promise<void> {
  await sql`insert into mutation (company_id, account, id, body_hash, status, resource, record_id, version, seq)
    values (current_setting('app.company_id'), ${actor.account}, ${mutation.mutation}, ${bodyHash(mutation)},
      ${verdict.status}, ${verdict.resource}, ${verdict.record_id}, ${verdict.version}, ${verdict.seq})`.execute(tx)
}
