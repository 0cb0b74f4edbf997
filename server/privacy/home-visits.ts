import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

interface Homes {
  /** Ids of the customer's record and of those that were merged into it. */
  own: readonly string[]
  /** Addresses that are theirs alone. */
  places: readonly string[]
}

/**
 * Appointments without a project that are this customer's: only place and time say whose they are. One is of whoever lived there when it was made, or of the
 * first who lived there afterwards, as a visit may come before the record. What several had lived through, as what nobody had, is the customer's where the
 * address is theirs alone and nobody else's where it is not. When somebody came is known from their last move, else from their record: a prospect without an
 * address may count as present too early, which gives such a visit to nobody. Whoever was deleted lived there until then; the home of a record that
 * was merged into theirs counts as a present one.
 */
export async function visitsAtHomes(tx: Tx, { own, places }: Homes): Promise<string[]> {
  const ids = sql`${[...own]}::text[]`
  const alone = sql`${[...places]}::text[]`
  const mine = sql`company_id = current_setting('app.company_id')`
  const ofMerged = sql`"IDCLIENT" = any(${ids}) and exists (select from client_merge g
    where g.company_id = client.company_id and g.from_id = "IDCLIENT" and g.undone_at is null)`
  const { rows } = await sql<{ id: string }>`with visit as (
      select "IDRDV" as id, "IDADRESSE" as place, coalesce("DATE_CREATION"::timestamptz, '-infinity') as made from rdv
      where ${mine} and "IDPROJET" is null and ("IDADRESSE" = any(${alone})
        or "IDADRESSE" in (select adresse_id from former_home where ${mine} and client_id = any(${ids}))
        or "IDADRESSE" in (select "IDADRESSE" from client where ${mine} and "IDCLIENT" = any(${ids}) and deleted and not (${ofMerged})))
    ), home as (
      select adresse_id as place, client_id as client, until from former_home
        where ${mine} and adresse_id in (select place from visit)
      union all
      select "IDADRESSE", "IDCLIENT", case when deleted and not (${ofMerged}) then updated_at else 'infinity' end from client
        where ${mine} and "IDADRESSE" in (select place from visit)
    ), stay as (
      select h.*, coalesce(
        (select max(m.until) from former_home m where ${mine} and m.client_id = h.client and m.until < h.until),
        (select c."DATE_CREATION"::timestamptz from client c where ${mine} and c."IDCLIENT" = h.client), '-infinity') as since
      from home h
    ), whose as (
      select v.id, s.client, s.until from visit v join stay s on s.place = v.place and s.until >= v.made
      where s.since < v.made or not exists (select from stay o where o.place = v.place and o.until >= v.made
        and (o.since < v.made or o.since < s.since))
    )
    select v.id from visit v left join whose w on w.id = v.id group by v.id, v.place
    having bool_and(coalesce(w.client = any(${ids}), v.place = any(${alone})))
      and (v.place = any(${alone}) or bool_or(w.until < 'infinity'))
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}
