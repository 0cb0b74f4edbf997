import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** A contact as a row of `contact_change` says it: the number that codes are sent to, and the address. */
const phoneOf = (client: string) => sql`coalesce(${sql.ref(`${client}.cle_portable`)}, '')`
const mailOf = (client: string) => sql`lower(coalesce(${sql.ref(`${client}.MAIL`)}, ''))`

/**
 * A merge (DAY-14) gives the customer of the record that goes the contact of the kept one: a change like any other, of the record that goes. Once the kept one
 * is written. @returns the id of the change; none where both say the same
 */
export async function noteMergedContact(
  tx: Tx,
  { from, into, account }: { from: string; into: string; account: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into contact_change
      (company_id, client_id, old_phone, new_phone, old_mail, new_mail, par)
    select g.company_id, g."IDCLIENT", ${phoneOf('g')}, ${phoneOf('k')}, ${mailOf('g')}, ${mailOf('k')}, ${account}
      from client g join client k on k.company_id = g.company_id and k."IDCLIENT" = ${into}
    where g.company_id = current_setting('app.company_id') and g."IDCLIENT" = ${from}
      and (${phoneOf('g')}, ${mailOf('g')}) <> (${phoneOf('k')}, ${mailOf('k')}) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Undoing: the change that the merge was is none any more. */
export const removeMergedContact = (tx: Tx, ids: readonly string[]) =>
  sql`delete from contact_change where company_id = current_setting('app.company_id')
    and id = any(${[...ids]}::text[])`.execute(tx)

/**
 * Undoing: what a device wrote of the contact of a record that had gone counts from now on, and nobody was told of it.
 * @returns the id of the change; none where the record has the contact that it had
 */
export async function noteReturnedContact(
  tx: Tx,
  { merge, account }: { merge: string; account: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into contact_change
      (company_id, client_id, old_phone, new_phone, old_mail, new_mail, par)
    select c.company_id, c."IDCLIENT", was.old_phone, ${phoneOf('c')}, was.old_mail, ${mailOf('c')}, ${account}
      from client_merge m join client c on c.company_id = m.company_id and c."IDCLIENT" = m.from_id
      cross join lateral (select old_phone, old_mail from contact_change e
        where e.company_id = m.company_id and e.client_id = m.from_id and e.at > m.at order by e.at, e.id limit 1) as was
    where m.company_id = current_setting('app.company_id') and m.id = ${merge}
      and (was.old_phone, was.old_mail) <> (${phoneOf('c')}, ${mailOf('c')}) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
