import { mailKey } from '../../../schemas/entities/client.ts'
import { isTypedNumber, normalise, typedDigits } from '../../../schemas/search.ts'

/** The indexed search keys of a client (schemas/entities/client.ts). */
export interface ClientKeys {
  CLE_NOM: string
  /** Of a name that is known by a later word too. */
  CLE_NOM_SUITE?: string | undefined
  CLE_PRENOM: string
  CLE_VILLE: string
  CLE_PORTABLE: string
  CLE_FIXE: string
  CLE_MAIL: string
}
export type ClientKey = keyof ClientKeys
/** Keys that every client has: lists are in their order. */
export type SortKey = Exclude<ClientKey, 'CLE_NOM_SUITE'>

export interface KeyRange<K extends string = ClientKey> {
  key: K
  from: string
  /** Exclusive. */
  to: string
}

/** Greater than any search key that starts with the same text: keys are letters, digits and spaces. */
const AFTER = '\uffff'
/** A typed text that is a phone number, complete or not. */
export const isPhone = isTypedNumber
const MAIL = '@'

export const range = <K extends string>(key: K, prefix: string): KeyRange<K> => ({
  key,
  from: prefix,
  to: prefix + AFTER,
})

/** The order of the index that a key begins: clients of one town are in order of their names. */
export const indexOrder = (key: string): Record<string, 'asc'>[] =>
  key === 'CLE_VILLE' ? [{ CLE_VILLE: 'asc' }, { CLE_NOM: 'asc' }] : [{ [key]: 'asc' }]

/**
 * The ranges to read for a typed text: on the indexed keys, never a scan. A text of several words is also looked up by its first
 * and last word alone (« dupont lyon », « lyon dupont », « lyon marie »); `rangeQuery` then keeps the records that have every word.
 */
export function searchRanges(text: string): KeyRange[] {
  const wanted = normalise(text)
  if (wanted === '') return []
  if (isPhone(text)) {
    const digits = typedDigits(text)
    // « 0 » alone would match every client.
    return digits.length < 2 ? [] : [range('CLE_PORTABLE', digits), range('CLE_FIXE', digits)]
  }
  const mail = mailKey(text)
  if (mail.includes(MAIL)) return [range('CLE_MAIL', mail)]
  const whole = [
    range('CLE_NOM', wanted),
    range('CLE_NOM_SUITE', wanted),
    range('CLE_PRENOM', wanted),
    range('CLE_VILLE', wanted),
  ]
  const byMail = /\s/.test(mail) ? [] : [range('CLE_MAIL', mail)]
  const words = wanted.split(' ')
  if (words.length === 1) return [...whole, ...byMail]
  const [first, last] = [words[0] ?? '', words.at(-1) ?? '']
  return [
    ...whole,
    ...byMail,
    range('CLE_NOM', first),
    range('CLE_NOM', last),
    range('CLE_NOM_SUITE', first),
    range('CLE_NOM_SUITE', last),
    range('CLE_PRENOM', first),
    range('CLE_PRENOM', last),
  ]
}

/** Whose clients are searched; without it, everybody's. */
export interface ClientFilter {
  /** Those of one commercial. */
  owner?: string | undefined
  /** Those of one agency, and of none. */
  agence?: string | null | undefined
  /** Those that have this label. */
  label?: string | undefined
}

/** The part of a query for the records that have a label; nothing without one. */
export const withLabel = (label: string | undefined): { IDLABELS?: { $elemMatch: { $eq: string } } } =>
  label === undefined ? {} : { IDLABELS: { $elemMatch: { $eq: label } } }

/** The part of a query for a filter. */
export const withFilter = ({ owner, agence, label }: ClientFilter): Record<string, unknown> => ({
  ...(owner === undefined ? {} : { CLE_PERSONNEL: owner }),
  ...withLabel(label),
  ...(agence ? { $or: [{ IDAGENCE: agence }, { IDAGENCE: null }] } : {}),
})

/** Whether a range holds a client: for clients that are read already. */
export function isWithin({ key, from, to }: KeyRange, client: ClientKeys): boolean {
  const value = client[key]
  return value !== undefined && value >= from && value < to
}

/** Where a word begins in a key. */
export const begins = (word: string) => ({ $regex: `(^| )${word}` })

/** The first rows of a range that match the whole text and the filter: both stand inside the query, so that a limit counts only what is shown. */
export function rangeQuery(
  { key, from, to }: KeyRange,
  { text, limit, ...filter }: ClientFilter & { text: string; limit: number },
) {
  const words = isPhone(text) || key === 'CLE_MAIL' ? [] : normalise(text).split(' ')
  return {
    selector: {
      [key]: { $gte: from, $lt: to },
      ...withFilter(filter),
      // A single word is the beginning of the range's key.
      ...(words.length > 1
        ? { $and: words.map((word) => ({ $or: [{ CLE_NOM: begins(word) }, { CLE_VILLE: begins(word) }] })) }
        : {}),
    },
    sort: indexOrder(key),
    ...(Number.isFinite(limit) ? { limit } : {}),
  }
}

/** Where the place of a client was found: the text of its address, and its place among the addresses that were found. */
export interface FoundPlace {
  text: string
  order: string
}

/**
 * True when every typed word starts a word of the name, the town or the place, or the text starts a phone number or the mail. @param place that was
 * found for the client's address
 */
export const matches = (text: string, client: ClientKeys, place?: FoundPlace): boolean =>
  isMatch(lookFor(text), client, place)

/** What is looked for: of a typed text, once for all the clients that are compared with it. */
interface Look {
  wanted: string
  words: readonly string[]
  /** null for a text that is no number. */
  digits: string | null
  /** null for a text that is no mail. */
  mail: string | null
  isMail: boolean
}

function lookFor(text: string): Look {
  const wanted = normalise(text)
  const mail = mailKey(text)
  return {
    wanted,
    words: wanted.split(' ').map((word) => ` ${word}`),
    digits: isPhone(text) ? typedDigits(text) : null,
    mail: /\s/.test(mail) ? null : mail,
    isMail: mail.includes(MAIL),
  }
}

function isMatch({ wanted, words, digits, mail, isMail }: Look, client: ClientKeys, place?: FoundPlace): boolean {
  if (wanted === '') return true
  const where = place ? ` ${place.text}` : ''
  if (digits !== null)
    return client.CLE_PORTABLE.startsWith(digits) || client.CLE_FIXE.startsWith(digits) || where.includes(` ${digits}`)
  if (mail !== null && client.CLE_MAIL.startsWith(mail)) return true
  if (isMail) return false
  const haystack = ` ${client.CLE_NOM} ${client.CLE_VILLE}${where}`
  return words.every((word) => haystack.includes(word))
}

const BY_NUMBER = 7
const BY_LANDLINE = 8
const BY_MAIL = 9
const BY_PLACE = 10

/** Lower comes first: the name itself, then the first name, the town, the number, the mail, and last the place. */
function rank({ wanted, words, digits }: Look, client: ClientKeys, place: FoundPlace | undefined): number {
  if (digits !== null) {
    if (client.CLE_PORTABLE.startsWith(digits)) return BY_NUMBER
    return client.CLE_FIXE.startsWith(digits) ? BY_LANDLINE : BY_PLACE
  }
  if (client.CLE_NOM === wanted || client.CLE_PRENOM === wanted) return 0
  if (`${client.CLE_NOM} `.startsWith(`${wanted} `)) return 1
  if (client.CLE_NOM.startsWith(wanted)) return 2
  if (`${client.CLE_PRENOM} `.startsWith(`${wanted} `)) return 3
  if (client.CLE_PRENOM.startsWith(wanted)) return 4
  if (client.CLE_VILLE.startsWith(wanted)) return 5
  const haystack = ` ${client.CLE_NOM} ${client.CLE_VILLE}`
  if (words.every((word) => haystack.includes(word))) return 6
  return place ? BY_PLACE : BY_MAIL
}

export interface Matching<C> {
  text: string
  id: (client: C) => string
  keys: (client: C) => ClientKeys
  /** The place that was found for a client's address. */
  place?: (client: C) => FoundPlace | undefined
  /** One list for each range. */
  lists: readonly (readonly C[])[]
}

/** Within one rank, the order of the index that finds it: what is read later comes after what is shown already. */
function orderOf(rank: number, keys: ClientKeys, place: FoundPlace | undefined): string {
  if (rank === 3 || rank === 4) return keys.CLE_PRENOM
  if (rank === 5) return `${keys.CLE_VILLE}\u0000${keys.CLE_NOM}`
  if (rank === BY_NUMBER) return keys.CLE_PORTABLE
  if (rank === BY_LANDLINE) return keys.CLE_FIXE
  if (rank === BY_MAIL) return keys.CLE_MAIL
  return rank === BY_PLACE ? `${place?.order ?? ''}\u0000${keys.CLE_NOM}` : keys.CLE_NOM
}

/** The answers of all ranges as one list: each client once, best match first. */
export function mergeMatches<C>({ text, id, keys, place: placeOf, lists }: Matching<C>): C[] {
  const look = lookFor(text)
  const found = new Map<string, { client: C; rank: number; order: string }>()
  for (const client of lists.flat()) {
    if (found.has(id(client))) continue
    const searched = keys(client)
    const place = placeOf?.(client)
    if (!isMatch(look, searched, place)) continue
    const at = rank(look, searched, place)
    found.set(id(client), { client, rank: at, order: orderOf(at, searched, place) })
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || compareKeys(a.order, b.order))
    .map(({ client }) => client)
}

/** Order of search keys as the index has it. */
export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
