import { sql } from 'kysely'
import type { ErasureProposal } from '../../schemas/privacy.ts'
import type { Tx } from '../plugins/database/database.ts'
import { cutoff } from '../retention/period.ts'

/** Records of a customer's projects count as exchanges: when they were written, and the dates that they are about. */
const lastOf = sql`greatest(c.updated_at, (
    select max(greatest(p.updated_at, (select max(r.updated_at) from rdv r where r.company_id = p.company_id and r."IDPROJET" = p."IDPROJET"),
      (select max(d.updated_at) from devis d where d.company_id = p.company_id and d."IDPROJET" = p."IDPROJET"),
      (select max(i.updated_at) from intervention i where i.company_id = p.company_id and i."IDPROJET" = p."IDPROJET")))
    from projet p where p.company_id = c.company_id and p."IDCLIENT" = c."IDCLIENT"),
  (select max(nullif(q."DATE_DEMANDE", ''))::timestamptz from demande q where q.company_id = c.company_id and q."IDCLIENT" = c."IDCLIENT"))`

const signed = sql`exists (select 1 from devis d where d.company_id = c.company_id and d."IDCLIENT" = c."IDCLIENT"
    and (d."DEVIS_SIGNE" = 1 or exists (select 1 from payment y where y.company_id = d.company_id and y.devis_id = d."IDDEVIS")))
  or exists (select 1 from projet p join fichier f on f.company_id = p.company_id and f."IDPROJET" = p."IDPROJET"
    where p.company_id = c.company_id and p."IDCLIENT" = c."IDCLIENT"
      and f."ORIGINE" in ('devis_signe', 'intervention_sign_pv', 'intervention_levee_reserves'))`

/**
 * Customers of the transaction's company without any contact during their period, the longest first. Deleted ones too: a tombstone keeps its content. This
 * erases nothing.
 */
export async function proposals(tx: Tx, now = new Date()): Promise<ErasureProposal[]> {
  const { rows } = await sql<Omit<ErasureProposal, 'kind'> & { contract: boolean }>`
    select * from (
      select c."IDCLIENT", c."NOM", c."PRENOM", c."VILLE", ${lastOf} as last, (${signed}) as contract,
        exists (select 1 from erasure_request r where r.company_id = c.company_id and r.kind = 'client'
          and r.person_id = c."IDCLIENT" and r.settled_at is null) as asked
      from client c
      where c.company_id = current_setting('app.company_id') and c.updated_at < ${cutoff('prospects', now)}::timestamptz
        and coalesce(c.stamps -> '_deleted' ->> 1, '') not in ('effacement', 'garde')
        -- Who was merged into another record is erased with that one.
        and not exists (select 1 from client_merge m where m.company_id = c.company_id and m.from_id = c."IDCLIENT"
          and m.undone_at is null)
    ) as silent
    where last < case when contract then ${cutoff('contrats', now)}::timestamptz else ${cutoff('prospects', now)}::timestamptz end
    order by last, "IDCLIENT"`.execute(tx)
  return rows.map(({ contract, ...row }) => ({ ...row, kind: contract ? 'contrats' : 'prospects' }))
}
