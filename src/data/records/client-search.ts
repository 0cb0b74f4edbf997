import { normalise, phoneDigits } from '../../../schemas/search.ts'

/** The indexed search keys of a client (schemas/entities/client.ts). */
export interface ClientKeys {
  CLE_NOM: string
  CLE_PRENOM: string
  CLE_VILLE: string
  CLE_PORTABLE: string
}
export type ClientKey = keyof ClientKeys

export interface KeyRange {
  key: ClientKey
  from: string
  /** Exclusive. */
  to: string
}

/** Greater than any search key that starts with the same text: keys are letters, digits and spaces. */
const AFTER = '\uffff'
/** A typed text that is a phone number, complete or not. */
const PHONE = /^[\d\s.+()-]+$/
/** Digits of a number being typed: the international prefix of an unfinished number becomes 0 too. */
const typedDigits = (text: string): string => phoneDigits(text).replace(/^(00)?33(?=[1-9])/, '0')
const isPhone = (text: string): boolean => PHONE.test(text.trim())

/** A phone number is searched for from its second digit on: « 0 » alone would match every client. */
const SHORTEST_PHONE = 2

const range = (key: ClientKey, prefix: string): KeyRange => ({ key, from: prefix, to: prefix + AFTER })

/** The order of the index that a key begins: clients of one town are in order of their names. */
export const indexOrder = (key: ClientKey): Record<string, 'asc'>[] =>
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
    return digits.length < SHORTEST_PHONE ? [] : [range('CLE_PORTABLE', digits)]
  }
  const whole = [range('CLE_NOM', wanted), range('CLE_PRENOM', wanted), range('CLE_VILLE', wanted)]
  const words = wanted.split(' ')
  if (words.length === 1) return whole
  const [first, last] = [words[0] ?? '', words.at(-1) ?? '']
  return [
    ...whole,
    range('CLE_NOM', first),
    range('CLE_NOM', last),
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

/** The first rows of a range that match the whole text and the filter: both stand inside the query, so that a limit counts only what is shown. */
export function rangeQuery(
  { key, from, to }: KeyRange,
  { text, owner, agence, label, limit }: ClientFilter & { text: string; limit: number },
) {
  const words = isPhone(text) ? [] : normalise(text).split(' ')
  const begins = (word: string) => ({ $regex: `(^| )${word}` })
  const parts = [
    // A single word is the beginning of the range's key.
    ...(words.length > 1
      ? words.map((word) => ({ $or: [{ CLE_NOM: begins(word) }, { CLE_VILLE: begins(word) }] }))
      : []),
    ...(agence ? [{ $or: [{ IDAGENCE: agence }, { IDAGENCE: null }] }] : []),
  ]
  return {
    selector: {
      [key]: { $gte: from, $lt: to },
      ...(owner === undefined ? {} : { CLE_PERSONNEL: owner }),
      ...withLabel(label),
      ...(parts.length === 0 ? {} : { $and: parts }),
    },
    sort: indexOrder(key),
    limit,
  }
}

/** True when every typed word starts a word of the name or the town, or the text starts the phone number. */
export function matches(text: string, client: ClientKeys): boolean {
  const wanted = normalise(text)
  if (wanted === '') return true
  if (isPhone(text)) return client.CLE_PORTABLE.startsWith(typedDigits(text))
  const haystack = ` ${client.CLE_NOM} ${client.CLE_VILLE}`
  return wanted.split(' ').every((word) => haystack.includes(` ${word}`))
}

/** Lower comes first: the name itself, then the first name, then the town. */
function rank(wanted: string, client: ClientKeys): number {
  if (client.CLE_NOM === wanted || client.CLE_PRENOM === wanted) return 0
  if (`${client.CLE_NOM} `.startsWith(`${wanted} `)) return 1
  if (client.CLE_NOM.startsWith(wanted)) return 2
  if (`${client.CLE_PRENOM} `.startsWith(`${wanted} `)) return 3
  if (client.CLE_PRENOM.startsWith(wanted)) return 4
  if (client.CLE_VILLE.startsWith(wanted)) return 5
  return 6
}

export interface Matching<C> {
  text: string
  id: (client: C) => string
  keys: (client: C) => ClientKeys
  /** One list for each range. */
  lists: readonly (readonly C[])[]
}

/** Within one rank, the order of the index that finds it: what is read later comes after what is shown already. */
const orderOf = (rank: number, { CLE_NOM, CLE_PRENOM, CLE_VILLE }: ClientKeys): string =>
  rank === 3 || rank === 4 ? CLE_PRENOM : rank === 5 ? `${CLE_VILLE}\u0000${CLE_NOM}` : CLE_NOM

/** The answers of all ranges as one list: each client once, best match first. */
export function mergeMatches<C>({ text, id, keys, lists }: Matching<C>): C[] {
  const wanted = normalise(text)
  const found = new Map<string, { client: C; rank: number; order: string }>()
  for (const client of lists.flat()) {
    if (found.has(id(client))) continue
    const searched = keys(client)
    if (!matches(text, searched)) continue
    const place = rank(wanted, searched)
    found.set(id(client), { client, rank: place, order: orderOf(place, searched) })
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || compareKeys(a.order, b.order))
    .map(({ client }) => client)
}

/** Order of search keys as the index has it. */
export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
