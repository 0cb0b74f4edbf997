import { sql } from 'kysely'
import type { PersonKind } from '../../schemas/privacy.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Requests without a decision, the oldest first: the answer is due within a month (RGPD, art. 12 § 3). */
export async function readRequests(tx: Tx): Promise<unknown[]> {
  const { rows } = await sql`select r.id, r.kind, r.person_id, r.why, r.asked_by, r.asked_at,
      case r.kind when 'client' then nullif(concat_ws(' ', c."PRENOM", c."NOM"), '') else p."NOM_COMPLET" end as name
    from erasure_request r
    left join client c on c.company_id = r.company_id and r.kind = 'client' and c."IDCLIENT" = r.person_id
    left join personnel p on p.company_id = r.company_id and r.kind = 'personnel' and p."IDPERSONNEL" = r.person_id
    where r.company_id = current_setting('app.company_id') and r.settled_at is null
    order by r.asked_at, r.id`.execute(tx)
  return rows
}

interface Asked {
  companyId: string
  kind: PersonKind
  id: string
  why: string
  /** Account of the director who asks. */
  account: string
}

/** Opens a request; a request that is open already is answered again, whoever made it. @returns `id` of the open one */
export async function openRequest(
  tx: Tx,
  { companyId, kind, id, why, account }: Asked,
): Promise<{ created: boolean; id: string }> {
  const { rows } = await sql<{
    id: string
  }>`insert into erasure_request (company_id, id, kind, person_id, why, asked_by)
    values (${companyId}, ${uuidv7()}, ${kind}, ${id}, ${why}, ${account})
    on conflict (company_id, kind, person_id) where settled_at is null do nothing returning id`.execute(tx)
  if (rows[0]) return { created: true, id: rows[0].id }
  const { rows: known } = await sql<{ id: string }>`select id from erasure_request
    where company_id = ${companyId} and kind = ${kind} and person_id = ${id} and settled_at is null`.execute(tx)
  return { created: false, id: known[0]?.id ?? '' }
}

/** Refuses an open request. @param by account of the administrator @returns whom it was about; undefined when none is open */
export async function refuseRequest(
  tx: Tx,
  { companyId, id, by }: { companyId: string; id: string; by: string },
): Promise<{ kind: string; person_id: string } | undefined> {
  const { rows } = await sql<{ kind: string; person_id: string }>`update erasure_request
    set settled_at = now(), settled_by = ${by}, outcome = 'refuse'
    where company_id = ${companyId} and id = ${id} and settled_at is null
    returning kind, person_id`.execute(tx)
  return rows[0]
}

/** The register of a company's erasures, the newest first: who, when, how many records were erased and kept. */
export async function readErasures(tx: Tx, companyId: string): Promise<unknown[]> {
  const counted = (column: string) =>
    sql`(select coalesce(sum(jsonb_array_length(value)), 0)::integer from jsonb_each(${sql.ref(column)}))`
  const { rows } =
    await sql`select id, kind, person_id, at, by_account as by, ${counted('erased')} as erased, ${counted('kept')} as kept,
    keep_until::text as keep_until from erasure where company_id = ${companyId} order by at desc, id`.execute(tx)
  return rows
}

/** Members of the staff who left: removed, or their account is closed; and are not erased. Who never had an account may work here. */
export async function leftStaff(tx: Tx, companyId: string): Promise<unknown[]> {
  const { rows } = await sql`select "IDPERSONNEL", "NOM_COMPLET", "NOM" from personnel p
    where p.company_id = ${companyId} and coalesce(p.stamps -> '_deleted' ->> 1, '') <> 'effacement'
      and (p.deleted or exists (select 1 from credential c where c.company_id = p.company_id
        and c.personnel_id = p."IDPERSONNEL" and c.disabled))
    order by "NOM", "IDPERSONNEL"`.execute(tx)
  return rows
}
