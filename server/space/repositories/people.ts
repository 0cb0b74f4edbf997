import type { AddressCard, AgencyCard, PersonCard } from '../../../schemas/space/cards.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { closedAccounts } from '../../repositories/closed-accounts.ts'
import { addressCard, personCard } from '../presenters/cards.ts'

/** Cards of members of the staff by their ids; nobody who left the company has one. */
export async function readPeople(tx: Tx, ids: readonly (string | null)[]): Promise<Map<string, PersonCard>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .selectFrom('personnel')
    .select(['IDPERSONNEL', 'NOM_COMPLET', 'PRENOM', 'NOM', 'MAIL', 'TELEPHONE_PORTABLE'])
    .where('IDPERSONNEL', 'in', wanted)
    .where('deleted', '=', false)
    .execute()
  const left = new Set(await closedAccounts(tx))
  return new Map(rows.filter((row) => !left.has(row.IDPERSONNEL)).map((row) => [row.IDPERSONNEL, personCard(row)]))
}

export async function readAddresses(tx: Tx, ids: readonly (string | null)[]): Promise<Map<string, AddressCard>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .selectFrom('adresse')
    .select(['IDADRESSE', 'ADRESSE', 'CODE_POSTAL', 'VILLE'])
    .where('IDADRESSE', 'in', wanted)
    .where('deleted', '=', false)
    .execute()
  return new Map(rows.map((row) => [row.IDADRESSE, addressCard(row)]))
}

export async function readAgency(tx: Tx, id: string | null): Promise<AgencyCard | null> {
  if (id === null) return null
  const row = await tx
    .selectFrom('reference')
    .select(['LIBELLE', 'ADRESSE', 'CODE_POSTAL', 'VILLE', 'TELEPHONE'])
    .where('id', '=', id)
    .where('LISTE', '=', 'AGENCES')
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!row) return null
  const { LIBELLE: NOM_AGENCE, ...rest } = row
  return { NOM_AGENCE, ...rest }
}
