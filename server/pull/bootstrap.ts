import { type RawBuilder, sql } from 'kysely'
import { addDays, DEFAULT_ZONE, today } from '../../schemas/dates.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { firstWeeks, MOST_FIRST_ROWS } from '../../schemas/rules/first-screen.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import { pulledJson } from '../repositories/record-json.ts'
import type { StaffActor } from '../writes/write-types.ts'

/** In the order in which a device applies them. */
const FIRST = ['reference', 'rapport', 'personnel', 'adresse', 'client', 'projet', 'rdv'] as const

/**
 * The first screen's records, before the first pull (PULL-8): my appointments of last, this and next week with their projects, clients and addresses, the
 * staff, and every reference list. JSON text `{ data: { <resource>: rows as a pull sends them } }`. Moves no checkpoint: the rows have their seq, and
 * the pull that follows begins at the beginning. What it reads does not grow with the company: each step finds its rows by their keys, which the
 * planner cannot replace by reading a whole table, since it does not know how many `array(…)` will hold.
 */
export async function bootstrap(tx: Tx, actor: StaffActor, now: Date): Promise<string> {
  const { rows: company } = await sql<{ zone: string | null }>`select "FUSEAU" as zone from company
    where id = current_setting('app.company_id')`.execute(tx)
  const me = actor.staff.id
  const weeks = firstWeeks(today(company[0]?.zone ?? DEFAULT_ZONE, now))
  const tenant = sql`company_id = current_setting('app.company_id')`
  const seen = (resource: SyncedResource) => sql`${tenant} and not deleted and ${visible(actor.staff, resource)}`
  const rowsOf = (resource: SyncedResource, columns: string, condition: RawBuilder<unknown>) =>
    sql`select ${sql.raw(columns)} ${pulledJson(resource)} as json from ${sql.table(entityOf(resource).table)}
      where ${seen(resource)} and ${condition}`
  const all = (resource: SyncedResource) =>
    sql`(${rowsOf(resource, '', sql`true`)} limit ${MOST_FIRST_ROWS}) as ${sql.raw(resource)}`
  const parts: Readonly<Record<(typeof FIRST)[number], RawBuilder<unknown>>> = {
    reference: all('reference'),
    rapport: all('rapport'),
    personnel: all('personnel'),
    adresse: sql`(${rowsOf(
      'adresse',
      '',
      sql`"IDADRESSE" = any(array(select "IDADRESSE" from mine union select "ADRESSE_CHANTIER" from projects
        union select "IDADRESSE" from customers))`,
    )}) as adresse`,
    client: sql`customers`,
    projet: sql`projects`,
    rdv: sql`mine`,
  }
  const { rows } = await sql<{ resource: string; rows: string | null }>`
    with mine as materialized (
      ${rowsOf(
        'rdv',
        '"IDPROJET", "IDADRESSE",',
        sql`"SUPPRIME" = 0 and "IDRDV" = any(array(select rdv_id from rdv_person
          where ${tenant} and person = ${me} and ends >= ${weeks.from} and starts < ${addDays(weeks.to, 1)}))`,
      )} order by "RDV_DEBUT" limit ${MOST_FIRST_ROWS}
    ), projects as materialized (
      ${rowsOf('projet', '"IDCLIENT", "ADRESSE_CHANTIER",', sql`"IDPROJET" = any(array(select distinct "IDPROJET" from mine))`)}
    ), customers as materialized (
      ${rowsOf('client', '"IDADRESSE",', sql`"IDCLIENT" = any(array(select distinct "IDCLIENT" from projects))`)}
    )
    ${sql.join(
      FIRST.map(
        (resource) => sql`select ${resource} as resource, string_agg(json, ',') as rows from ${parts[resource]}`,
      ),
      sql` union all `,
    )}`.execute(tx)
  const found = new Map(rows.map((row) => [row.resource, row.rows]))
  const data = FIRST.map((resource) => `${JSON.stringify(resource)}:[${found.get(resource) ?? ''}]`)
  return `{"data":{${data.join(',')}}}`
}

/**
 * Rows that a first synchronisation will bring, for its progress bar. Reads every table, so nothing waits for it: the first screen least of all.
 */
export async function totalRows(tx: Tx, { staff }: StaffActor): Promise<number> {
  const counts = SYNCED.map(
    (resource) => sql`select count(*) as n from ${sql.table(entityOf(resource).table)}
      where company_id = current_setting('app.company_id') and not deleted and ${visible(staff, resource)}`,
  )
  const { rows } = await sql<{ total: number }>`select sum(n)::integer as total
    from (${sql.join(counts, sql` union all `)}) as counts`.execute(tx)
  return rows[0]?.total ?? 0
}
