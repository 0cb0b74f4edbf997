import { mailKey } from '../../../schemas/entities/client.ts'
import { nameKeys, phonesOf } from '../../../schemas/rules/duplicates.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'

/** What a client's form says so far: only what is new in it, so that a couple's common number is not told at each edit. */
export interface Typed {
  NOM: string
  PRENOM: string | null
  PORTABLE: string | null
  TELEPHONE: string | null
  MAIL: string | null
  CODE_POSTAL: string | null
}

export type AlikeReason = 'telephone' | 'mail' | 'nom'

/** A client who may be the one whose form is open. */
export interface Alike {
  client: LocalRecord<'client'>
  adresse: LocalRecord<'adresse'> | undefined
  reason: AlikeReason
}

/** A number that is still being typed belongs to nobody. */
const WHOLE_NUMBER = 10
/** Length of the local search keys of names (schemas/entities/client.ts). */
const KEY = 80
/** A number of a company is shared by many: a form names the first ones. */
const MOST = 3

const firstOf = (key: string, value: string) => ({ selector: { [key]: value }, limit: MOST })

/** Other clients of this device with one of these numbers, this mail, or this name at this postcode; by index, one entry a client. */
export async function findAlike(data: LocalData, typed: Typed, self: string | null): Promise<Alike[]> {
  const numbers = phonesOf(typed).filter((digits) => digits.length >= WHOLE_NUMBER)
  const mail = mailKey(typed.MAIL)
  const names = typed.NOM && typed.CODE_POSTAL ? [...new Set(nameKeys(typed).map((key) => key.slice(0, KEY)))] : []
  const [byNumber, byMail, byName] = await Promise.all([
    clientsOf(
      data,
      numbers.flatMap((number) => [firstOf('CLE_PORTABLE', number), firstOf('CLE_FIXE', number)]),
    ),
    clientsOf(data, mail.includes('@') ? [firstOf('CLE_MAIL', mail)] : []),
    clientsOf(
      data,
      names.map((name) => ({ selector: { CLE_NOM: { $gte: name, $lte: name } } })),
    ),
  ])
  const found = new Map<string, Omit<Alike, 'adresse'>>()
  const add = (clients: LocalRecord<'client'>[], reason: AlikeReason): void => {
    for (const client of clients)
      if (client.IDCLIENT !== self && !found.has(client.IDCLIENT)) found.set(client.IDCLIENT, { client, reason })
  }
  add(byNumber, 'telephone')
  add(byMail, 'mail')
  add(byName, 'nom')
  const ids = [...found.values()].map(({ client }) => client.IDADRESSE).filter((id) => id !== null)
  const adresses = ids.length === 0 ? [] : await askList(data, 'adresse', { selector: { IDADRESSE: { $in: ids } } })
  const byId = new Map(adresses.map((one) => [one.IDADRESSE, one]))
  return [...found.values()]
    .map((one) => ({ ...one, adresse: byId.get(one.client.IDADRESSE ?? '') }))
    .filter(({ reason, adresse }) => reason !== 'nom' || adresse?.CODE_POSTAL === typed.CODE_POSTAL)
}

const clientsOf = async (data: LocalData, queries: Record<string, unknown>[]): Promise<LocalRecord<'client'>[]> =>
  (await Promise.all(queries.map((query) => askList(data, 'client', query)))).flat()
