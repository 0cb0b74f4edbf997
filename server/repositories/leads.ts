import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** The key with which a company's website signs its leads: when it was made, last took a lead, was last tried. */
export interface LeadKey {
  created_at: string | null
  received_at: string | null
  tested_at: string | null
}

/** The sealed key; null when the company has none. */
export async function readLeadSecret(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{
    secret: string
  }>`select secret from lead_key where company_id = current_setting('app.company_id')`.execute(tx)
  return rows[0]?.secret ?? null
}

export async function readLeadKey(tx: Tx): Promise<LeadKey | undefined> {
  const { rows } = await sql<LeadKey>`select created_at, received_at, tested_at from lead_key
    where company_id = current_setting('app.company_id')`.execute(tx)
  return rows[0]
}

/** Makes the key, or replaces it: what the former one signs is refused from now on. @param sealed the new key, sealed */
export async function renewLeadKey(tx: Tx, sealed: string): Promise<LeadKey | undefined> {
  const { rows } = await sql<LeadKey>`insert into lead_key (company_id, secret)
    values (current_setting('app.company_id'), ${sealed})
    on conflict (company_id) do update set secret = excluded.secret, created_at = now(),
      received_at = null, tested_at = null
    returning created_at, received_at, tested_at`.execute(tx)
  return rows[0]
}

export async function deleteLeadKey(tx: Tx): Promise<void> {
  await sql`delete from lead_key where company_id = current_setting('app.company_id')`.execute(tx)
}

export async function noteLeadTested(tx: Tx): Promise<void> {
  await sql`update lead_key set tested_at = now() where company_id = current_setting('app.company_id')`.execute(tx)
}

/** Whether a lead with this signature was taken. */
export async function leadWasSeen(tx: Tx, digest: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from lead_seen where company_id = current_setting('app.company_id') and digest = ${digest}`.execute(
      tx,
    )
  return rows.length > 0
}

/**
 * Notes that a lead with this signature was taken, and forgets those that are too old to be accepted again.
 * @param keepSeconds for how long signatures are kept
 * @returns false when it was noted before
 */
export async function noteLeadSeen(tx: Tx, digest: string, keepSeconds: number): Promise<boolean> {
  await sql`delete from lead_seen where company_id = current_setting('app.company_id')
    and received_at < now() - make_interval(secs => ${keepSeconds})`.execute(tx)
  const { rows } = await sql`insert into lead_seen (company_id, digest)
    values (current_setting('app.company_id'), ${digest}) on conflict do nothing returning digest`.execute(tx)
  return rows.length > 0
}

export async function noteLeadReceived(tx: Tx): Promise<void> {
  await sql`update lead_key set received_at = now() where company_id = current_setting('app.company_id')`.execute(tx)
}
