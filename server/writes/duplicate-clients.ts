import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { type ClientLike, duplicatesOf, nameKeys, type WrittenAddress } from '../../schemas/rules/duplicates.ts'
import type { Tx } from '../plugins/database/database.ts'

export type Namesake = ClientLike & { IDCLIENT: string; VILLE: string | null } & { address: WrittenAddress | null }

/** Clients of the company whose name, in either order, is one of these (`nameKeys`). */
export async function namesakes(tx: Tx, keys: readonly string[]): Promise<Namesake[]> {
  const { rows } = await sql<Namesake>`
    select c."IDCLIENT", c."NOM", c."PRENOM", c."PORTABLE", c."TELEPHONE", c."IDADRESSE", c."VILLE",
      case when a."IDADRESSE" is null then null else json_build_object(
        'ADRESSE', a."ADRESSE", 'CODE_POSTAL', a."CODE_POSTAL", 'VILLE', a."VILLE") end as address
    from client c left join adresse a on a.company_id = c.company_id and a."IDADRESSE" = c."IDADRESSE" and not a.deleted
    where c.company_id = current_setting('app.company_id') and not c.deleted and (c.cle_nom = any(${keys}::text[]) or c.cle_prenom = any(${keys}::text[]))
    order by c."IDCLIENT"`.execute(tx)
  return rows
}

async function addressOf(tx: Tx, id: string | null): Promise<WrittenAddress | null> {
  if (id === null) return null
  const { rows } = await sql<WrittenAddress>`select "ADRESSE", "CODE_POSTAL", "VILLE" from adresse
    where company_id = current_setting('app.company_id') and "IDADRESSE" = ${id} and not deleted`.execute(tx)
  return rows[0] ?? null
}

/** Throws 422 DUPLICATE with the candidates (RES-10). Every staff member sees every client, so nothing leaks. */
export async function assertNoDuplicate(tx: Tx, record: Values): Promise<void> {
  const candidate = record as unknown as ClientLike
  const found = duplicatesOf({
    candidate,
    address: await addressOf(tx, candidate.IDADRESSE),
    clients: await namesakes(tx, nameKeys(candidate).slice(0, 1)),
    addressOf: (client) => client.address,
  })
  if (found.length === 0) return
  const candidates = found.map(({ client: { address: _, ...client }, reasons }) => ({ ...client, reasons }))
  throw new AppError('DUPLICATE', 'Un client semblable existe déjà.', { details: { candidates } })
}
