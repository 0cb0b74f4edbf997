import { sql } from 'kysely'
import { notFound } from '../../../schemas/errors.ts'
import type { Tx } from '../../plugins/database/database.ts'

export interface Customer {
  IDCLIENT: string
  NOM: string
  PRENOM: string | null
  MAIL: string | null
  IDPERSONNEL: string | null
  IDAGENCE: string | null
  /** National digits of the number that codes are sent to; empty when there is none. */
  phone: string
}

/** @throws AppError NOT_FOUND */
export async function readCustomer(tx: Tx, id: string): Promise<Customer> {
  const { rows } =
    await sql<Customer>`select "IDCLIENT", "NOM", "PRENOM", "MAIL", "IDPERSONNEL", "IDAGENCE", cle_portable as phone
    from client where company_id = current_setting('app.company_id') and "IDCLIENT" = ${id} and not deleted`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** A customer's numbers and address, as they were entered. */
export const readContact = (
  tx: Tx,
  id: string,
): Promise<{ PORTABLE: string | null; TELEPHONE: string | null; IDADRESSE: string | null }> =>
  tx
    .selectFrom('client')
    .select(['PORTABLE', 'TELEPHONE', 'IDADRESSE'])
    .where('IDCLIENT', '=', id)
    .executeTakeFirstOrThrow()

/** « Prénom Nom » */
export const fullName = ({ NOM, PRENOM }: Pick<Customer, 'NOM' | 'PRENOM'>): string =>
  [PRENOM, NOM].filter(Boolean).join(' ')

export interface NumberOf {
  IDCLIENT: string
  label: string
  /** Records of this customer that have the number: the one itself, or others that went into it (DAY-14). */
  records: string[]
  /** Merges by which the number leads to this customer; none where the record itself has it. */
  merges: string[]
}

/**
 * The customers of a number, by name: a household shares one. The number of a record that was merged is one of the kept record until the kept record gets
 * another number: what it had before counts no more, as for a record that was never merged.
 * @param phone national digits
 */
export async function customersOfPhone(tx: Tx, phone: string): Promise<NumberOf[]> {
  const { rows } = await sql<{
    IDCLIENT: string
    NOM: string
    PRENOM: string | null
    VILLE: string | null
    record: string
    merges: string[]
  }>`with recursive had (id, record, merges) as (
      select "IDCLIENT", "IDCLIENT", array[]::text[] from client
        where company_id = current_setting('app.company_id') and cle_portable = ${phone}
      union all select m.into_id, had.record, had.merges || m.id from client_merge m join had on m.from_id = had.id
        where m.company_id = current_setting('app.company_id') and m.undone_at is null and not exists (
          select 1 from contact_change k where k.company_id = m.company_id and k.client_id = m.into_id
            and k.at > m.at and k.old_phone <> k.new_phone
        )
    )
    select c."IDCLIENT", c."NOM", c."PRENOM", c."VILLE", had.record, had.merges from had
      join client c on c.company_id = current_setting('app.company_id') and c."IDCLIENT" = had.id and not c.deleted
    order by c.cle_nom, c."IDCLIENT", had.record limit 50`.execute(tx)
  const found = new Map<string, NumberOf>()
  for (const { IDCLIENT, record, merges, ...row } of rows) {
    const known = found.get(IDCLIENT)
    const own = record === IDCLIENT || known?.records.includes(IDCLIENT)
    found.set(IDCLIENT, {
      IDCLIENT,
      label: [fullName(row), row.VILLE].filter(Boolean).join(', '),
      records: [...(known?.records ?? []), record],
      merges: own ? [] : [...new Set([...(known?.merges ?? []), ...merges])],
    })
  }
  return [...found.values()]
}
