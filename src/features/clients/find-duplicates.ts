import type { ClientLike, Duplicate, WrittenAddress } from '../../../schemas/rules/duplicates.ts'
import { duplicatesOf, nameKeys } from '../../../schemas/rules/duplicates.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'

export type FoundDuplicate = Duplicate<LocalRecord<'client'>> & { address: LocalRecord<'adresse'> | undefined }

/** Length of the local search keys (schemas/entities/client.ts). */
const KEY = 80

/**
 * Clients of this device that the candidate probably duplicates (RES-10): the same name by index, then the shared rule on phone and
 * address. The server checks the same again, over all clients.
 */
export async function findDuplicates(
  data: LocalData,
  { candidate, address }: { candidate: ClientLike; address: WrittenAddress | null },
): Promise<FoundDuplicate[]> {
  const names = [...new Set(nameKeys(candidate).map((key) => key.slice(0, KEY)))]
  const namesakes = await Promise.all(
    names.map((name) => askList(data, 'client', { selector: { CLE_NOM: { $gte: name, $lte: name } } })),
  )
  const clients = namesakes.flat()
  if (clients.length === 0) return []
  const ids = clients.map((client) => client.IDADRESSE).filter((id) => id !== null)
  const addresses = ids.length === 0 ? [] : await askList(data, 'adresse', { selector: { IDADRESSE: { $in: ids } } })
  const byId = new Map(addresses.map((one) => [one.IDADRESSE, one]))
  const addressOf = (client: { IDADRESSE: string | null }) => byId.get(client.IDADRESSE ?? '')
  return duplicatesOf({ candidate, address, clients, addressOf }).map((found) => ({
    ...found,
    address: addressOf(found.client),
  }))
}
