import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, DEFAULT_ZONE, mondayOf, today } from '../../schemas/dates.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import { pulledJson } from '../repositories/record-json.ts'
import type { StaffActor } from '../writes/write-types.ts'

const MOST = 2000

/**
 * The first screen's records, before the first pull (PULL-8): my appointments of last, this and next week with their projects, clients and addresses, the
 * staff, and every reference list. JSON text `{ data: { <resource>: rows as a pull sends them }, total }`. Moves no checkpoint: the rows have their seq, and
 * the pull that follows begins at the beginning.
 */
export async function bootstrap(tx: Tx, actor: StaffActor, now: Date): Promise<string> {
  const { rows: company } = await sql<{ zone: string | null }>`select "FUSEAU" as zone from company
    where id = current_setting('app.company_id')`.execute(tx)
  const monday = mondayOf(today(company[0]?.zone ?? DEFAULT_ZONE, now))
  const me = actor.staff.id
  const from = addDays(monday, -7)
  const to = addDays(monday, 14)
  const tenant = sql`company_id = current_setting('app.company_id') and not deleted`
  const myRdvs = sql`select "IDRDV", "IDPROJET", "IDADRESSE" from rdv where ${tenant} and ${visible(actor.staff, 'rdv')}
    and "SUPPRIME" = 0 and "RDV_FIN" >= ${from} and "RDV_DEBUT" < ${to} and "IDPERSONNELS" @> array[${me}]::text[]
    order by "RDV_DEBUT" limit ${MOST}`
  const myProjets = sql`select "IDPROJET", "IDCLIENT", "ADRESSE_CHANTIER" from projet where ${tenant}
    and ${visible(actor.staff, 'projet')} and "IDPROJET" in (select m."IDPROJET" from (${myRdvs}) m)`
  const myClients = sql`select "IDCLIENT", "IDADRESSE" from client where ${tenant}
    and "IDCLIENT" in (select p."IDCLIENT" from (${myProjets}) p)`
  const wanted: [SyncedResource, RawBuilder<SqlBool>][] = [
    ['reference', sql<SqlBool>`true`],
    ['rapport', sql<SqlBool>`true`],
    ['personnel', sql<SqlBool>`true`],
    [
      'adresse',
      sql<SqlBool>`"IDADRESSE" in (select m."IDADRESSE" from (${myRdvs}) m
        union select p."ADRESSE_CHANTIER" from (${myProjets}) p union select c."IDADRESSE" from (${myClients}) c)`,
    ],
    ['client', sql<SqlBool>`"IDCLIENT" in (select c."IDCLIENT" from (${myClients}) c)`],
    ['projet', sql<SqlBool>`"IDPROJET" in (select p."IDPROJET" from (${myProjets}) p)`],
    ['rdv', sql<SqlBool>`"IDRDV" in (select m."IDRDV" from (${myRdvs}) m)`],
  ]
  const parts: string[] = []
  for (const [resource, condition] of wanted) {
    const { rows } = await sql<{ json: string }>`select ${pulledJson(resource)} as json
      from ${sql.table(entityOf(resource).table)} where ${tenant} and ${visible(actor.staff, resource)} and ${condition}
      limit ${MOST}`.execute(tx)
    parts.push(`${JSON.stringify(resource)}:[${rows.map((row) => row.json).join(',')}]`)
  }
  return `{"data":{${parts.join(',')}},"total":${await totalRows(tx, actor)}}`
}

/** Rows that a first synchronisation will bring, for its progress bar. */
async function totalRows(tx: Tx, { staff }: StaffActor): Promise<number> {
  const counts = SYNCED.map(
    (resource) => sql`select count(*) as n from ${sql.table(entityOf(resource).table)}
      where company_id = current_setting('app.company_id') and not deleted and ${visible(staff, resource)}`,
  )
  const { rows } = await sql<{ total: number }>`select sum(n)::integer as total
    from (${sql.join(counts, sql` union all `)}) as counts`.execute(tx)
  return rows[0]?.total ?? 0
}
