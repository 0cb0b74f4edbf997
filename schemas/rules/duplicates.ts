import { normalise, phoneDigits } from '../search.ts'

/** A place as people write it. */
export interface WrittenAddress {
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string | null
}

/** A client, stored or about to be. */
export interface ClientLike {
  NOM: string
  PRENOM: string | null
  PORTABLE: string | null
  TELEPHONE: string | null
  IDADRESSE: string | null
}

export type DuplicateReason = 'telephone' | 'adresse'

export interface Duplicate<C> {
  client: C
  reasons: DuplicateReason[]
}

/**
 * Both orders of a name without accents or case: « Hélène LE GOFF » and « Le Goff Hélène » give the same two keys. They are the values
 * of the local CLE_NOM and CLE_PRENOM (there cut to 80), so namesakes are found by index.
 */
export function nameKeys({ NOM, PRENOM }: Pick<ClientLike, 'NOM' | 'PRENOM'>): [string, string] {
  return [normalise(`${NOM} ${PRENOM ?? ''}`), normalise(`${PRENOM ?? ''} ${NOM}`)]
}

export const sameName = (a: Pick<ClientLike, 'NOM' | 'PRENOM'>, b: Pick<ClientLike, 'NOM' | 'PRENOM'>): boolean => {
  const [key] = nameKeys(a)
  return key !== '' && nameKeys(b).includes(key)
}

/** The numbers of a client as digits, without the empty ones. */
export const phonesOf = (client: Pick<ClientLike, 'PORTABLE' | 'TELEPHONE'>): string[] =>
  [client.PORTABLE, client.TELEPHONE].map((phone) => phoneDigits(phone ?? '')).filter((digits) => digits !== '')

/** One number in common, mobile or not, however it is written. */
export const samePhone = (
  a: Pick<ClientLike, 'PORTABLE' | 'TELEPHONE'>,
  b: Pick<ClientLike, 'PORTABLE' | 'TELEPHONE'>,
): boolean => {
  const theirs = phonesOf(b)
  return phonesOf(a).some((digits) => theirs.includes(digits))
}

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  av: 'avenue',
  ave: 'avenue',
  bd: 'boulevard',
  bld: 'boulevard',
  boul: 'boulevard',
  ch: 'chemin',
  che: 'chemin',
  imp: 'impasse',
  pl: 'place',
  rte: 'route',
  st: 'saint',
  ste: 'sainte',
}
const written = (text: string | null): string =>
  normalise(text ?? '')
    .split(' ')
    .map((word) => (Object.hasOwn(ABBREVIATIONS, word) ? ABBREVIATIONS[word] : word))
    .join(' ')

/** The same street and town; postcodes must agree only when both are known. A town alone is no address. */
export function sameAddress(a: WrittenAddress, b: WrittenAddress): boolean {
  const street = written(a.ADRESSE)
  if (street === '' || street !== written(b.ADRESSE)) return false
  if (a.CODE_POSTAL && b.CODE_POSTAL) return a.CODE_POSTAL === b.CODE_POSTAL && written(a.VILLE) === written(b.VILLE)
  return written(a.VILLE) === written(b.VILLE)
}

/**
 * Clients that `candidate` probably repeats (RES-10): the same name with the same phone, or the same name at the same address.
 * `addressOf` gives the written address of a stored client; `address` is the candidate's own, which may not be saved yet.
 */
export function duplicatesOf<C extends ClientLike>(input: {
  candidate: ClientLike
  address?: WrittenAddress | null
  clients: readonly C[]
  addressOf?: (client: C) => WrittenAddress | null | undefined
}): Duplicate<C>[] {
  const { candidate, address, clients, addressOf } = input
  const found: Duplicate<C>[] = []
  for (const client of clients) {
    if (!sameName(candidate, client)) continue
    const reasons: DuplicateReason[] = []
    if (samePhone(candidate, client)) reasons.push('telephone')
    const theirs = addressOf?.(client)
    const sameId = candidate.IDADRESSE !== null && candidate.IDADRESSE === client.IDADRESSE
    if (sameId || (address && theirs && sameAddress(address, theirs))) reasons.push('adresse')
    if (reasons.length > 0) found.push({ client, reasons })
  }
  return found
}

/**
 * Marks by which `duplicatesOf` can be answered from a table, for files of many clients: a client repeats another one when one of its `seeks` is among the
 * other's `puts`. The marks say the same as the rule above; a test compares them.
 */
export function duplicateMarks(
  client: Pick<ClientLike, 'NOM' | 'PRENOM' | 'PORTABLE' | 'TELEPHONE'>,
  address: WrittenAddress | null,
): { puts: string[]; seeks: string[] } {
  const [key, reversed] = nameKeys(client)
  if (key === '') return { puts: [], seeks: [] }
  const phones = phonesOf(client).map((digits) => `telephone|${digits}`)
  const street = address ? written(address.ADRESSE) : ''
  const place = `adresse|${street}|${written(address?.VILLE ?? null)}`
  const postcode = address?.CODE_POSTAL || ''
  // Without a postcode on one side, the other's does not count.
  const [put, sought] =
    street === ''
      ? [[], []]
      : [
          [`${place}|${postcode}`, `${place}|*`],
          postcode === '' ? [`${place}|*`] : [`${place}|${postcode}`, `${place}|`],
        ]
  const named = (name: string, marks: string[]): string[] => marks.map((mark) => `${name}|${mark}`)
  const all = [...phones, ...put]
  return {
    puts: key === reversed ? named(key, all) : [...named(key, all), ...named(reversed, all)],
    seeks: named(key, [...phones, ...sought]),
  }
}
