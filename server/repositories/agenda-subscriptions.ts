import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { eventDomain } from './event-domain.ts'

/** Whose agenda a subscription shows. */
export interface Subscriber {
  id: string
  name: string
  /** What the names of its events end with that do not say when they were made (`eventDomain`). */
  domain: string
  /** The company's time zone. */
  zone: string
}

/** Whom a digest names; needs a transaction of that digest (`tokenHash`). */
export async function tokenOwner(
  tx: Tx,
  digest: string,
): Promise<{ company_id: string; personnel_id: string } | undefined> {
  const { rows } = await sql<{
    company_id: string
    personnel_id: string
  }>`select company_id, personnel_id from ics_token
    where digest = ${digest}`.execute(tx)
  return rows[0]
}

/** A member of the staff who may log in; undefined for anybody else. */
export async function readSubscriber(tx: Tx, personnelId: string): Promise<Subscriber | undefined> {
  const { rows } =
    await sql<Subscriber>`select p."IDPERSONNEL" as id, coalesce(p."NOM_COMPLET", p."NOM") as name, ${eventDomain(sql`null`)} as domain,
      company."FUSEAU" as zone
    from personnel p join company on company.id = p.company_id and not company.disabled
    join credential on credential.company_id = p.company_id and credential.personnel_id = p."IDPERSONNEL"
    where p.company_id = current_setting('app.company_id') and p."IDPERSONNEL" = ${personnelId}
      and not p.deleted and cardinality(p."ROLES") > 0 and not credential.disabled`.execute(tx)
  return rows[0]
}

/** When a person's subscription was made; null without one. */
export async function subscribedAt(tx: Tx, personnelId: string): Promise<string | null> {
  const { rows } = await sql<{ created_at: string }>`select created_at from ics_token
    where company_id = current_setting('app.company_id') and personnel_id = ${personnelId}`.execute(tx)
  return rows[0]?.created_at ?? null
}

/** Makes a person's subscription, or replaces it: the address of the former one opens nothing from now on. @returns when it was made */
export async function renewSubscription(tx: Tx, personnelId: string, digest: string): Promise<string | null> {
  const { rows } = await sql<{ created_at: string }>`
    insert into ics_token (company_id, personnel_id, digest)
    values (current_setting('app.company_id'), ${personnelId}, ${digest})
    on conflict (company_id, personnel_id) do update set digest = excluded.digest, created_at = now()
    returning created_at`.execute(tx)
  return rows[0]?.created_at ?? null
}
