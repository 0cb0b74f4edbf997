import { type RawBuilder, sql } from 'kysely'
import { mailSpellings, normalMail } from '../mail-address.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Addresses that only this person has or had: that of their record, of their login, and those to which mails about their account went before. */
async function addressesOf(tx: Tx, { id, mail }: { id: string; mail: string | null }): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select distinct lower(address) as address from (
      select mail as address from credential where company_id = current_setting('app.company_id') and personnel_id = ${id}
      union select recipient from message where company_id = current_setting('app.company_id') and channel = 'mail'
        and split_part(key, ' ', 2) = ${`personnel:${id}`}
    ) as had where address is not null and not exists (select from personnel p
      where p.company_id = current_setting('app.company_id') and p."IDPERSONNEL" <> ${id} and not p.deleted
        and lower(p."MAIL") = lower(address))`.execute(tx)
  const own = mail === null || mail === '' ? [] : [mail.toLowerCase()]
  const known = [...own, ...rows.map(({ address }) => address)]
  return [...new Set([...known, ...known.flatMap((address) => mailSpellings(normalMail(address)))])]
}

/**
 * Which rows of `message` were for a member of the staff: notifications, links to choose a password, what happened to their account (its key names the account,
 * whatever the address was then), and all else that went to an address of theirs. Call it before their login and links are deleted.
 * @param mail of their record
 */
export async function messagesTo(
  tx: Tx,
  { id, mail }: { id: string; mail: string | null },
): Promise<{ where: RawBuilder<unknown>; addresses: string[] }> {
  const account = `personnel:${id}`
  const addresses = await addressesOf(tx, { id, mail })
  const where = sql`(recipient = ${account} or (channel = 'mail' and (split_part(key, ' ', 2) = ${account}
    or key in (select 'password-link ' || l.digest from password_link l
      where l.company_id = current_setting('app.company_id') and l.account = ${account})
    or lower(recipient) = any(${addresses}::text[]))))`
  return { where, addresses }
}
