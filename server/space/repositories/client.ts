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

/** The customers of a number, by name: a household shares one. @param phone national digits */
export async function customersOfPhone(tx: Tx, phone: string): Promise<{ IDCLIENT: string; label: string }[]> {
  const { rows } = await sql<{ IDCLIENT: string; NOM: string; PRENOM: string | null; VILLE: string | null }>`
    select "IDCLIENT", "NOM", "PRENOM", "VILLE" from client where company_id = current_setting('app.company_id')
    and cle_portable = ${phone} and not deleted order by cle_nom, "IDCLIENT" limit 50`.execute(tx)
  return rows.map((row) => ({ IDCLIENT: row.IDCLIENT, label: [fullName(row), row.VILLE].filter(Boolean).join(', ') }))
}
