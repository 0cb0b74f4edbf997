import type { SortKey } from '../../data/records/client-search.ts'
import { compareKeys, indexOrder, withLabel } from '../../data/records/client-search.ts'

export type SortName = 'nom' | 'prenom' | 'ville'

/** The indexed key that each order of the list follows. */
export const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  nom: 'CLE_NOM',
  prenom: 'CLE_PRENOM',
  ville: 'CLE_VILLE',
}
export const isSortName = (value: unknown): value is SortName =>
  typeof value === 'string' && Object.hasOwn(SORT_KEYS, value)

export const PAGE = 300

export interface PageQuery {
  selector: Record<string, unknown>
  sort: Record<string, 'asc'>[]
  limit?: number
}

export interface PageRange {
  /** Commercial whose clients are listed; undefined for all. */
  owner: string | undefined
  /** The label that the listed clients have; undefined for all. Its order is that of the names, like an owner's. */
  label?: string | undefined
  key: SortKey
  from: string
  /** Exclusive; undefined while the page has no end yet. */
  to?: string | undefined
  /** Rows to read while the page has no end. */
  limit?: number | undefined
}

/**
 * The query of one page: a range on one index. With an owner, the index of owner and name; with a label, that of the clients that have some label, or
 * the owner's. Clients of one town are in order of their names.
 */
export function pageQuery({ owner, label, key, from, to, limit }: PageRange): PageQuery {
  const range = { $gte: from, ...(to === undefined ? {} : { $lt: to }) }
  const whose: Record<string, string> =
    owner !== undefined ? { CLE_PERSONNEL: owner } : label !== undefined ? { CLE_ETIQUETTE: '1' } : {}
  return {
    selector: { ...whose, [key]: range, ...withLabel(label) },
    sort: [...Object.keys(whose).map((name) => ({ [name]: 'asc' as const })), ...indexOrder(key)],
    ...(limit === undefined ? {} : { limit }),
  }
}

export type PageEnd =
  /** These are the last rows. */
  | { kind: 'last' }
  /** The page stops before this key, where the next one starts. */
  | { kind: 'closed'; to: string }
  /** All rows read have one key (homonyms, a large town): read more of them before the page can end. */
  | { kind: 'wider'; limit: number }

/**
 * Where a page ends, from the keys of the first `limit` rows of its range (in order). Pages end between two different keys, never
 * between two rows of one key, so that each client belongs to one page whatever is added later.
 */
export function pageEnd(keys: readonly string[], limit: number): PageEnd {
  if (keys.length < limit) return { kind: 'last' }
  const to = keys.at(-1) ?? ''
  return to === keys[0] ? { kind: 'wider', limit: limit * 2 } : { kind: 'closed', to }
}

/** Sorts rows by another key than their index's (my clients by town). */
export const sortedBy = <R>(rows: readonly R[], keyOf: (row: R) => string): R[] =>
  rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ row }) => row)
