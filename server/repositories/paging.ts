import { type RawBuilder, sql } from 'kysely'

export const DEFAULT_LIMIT = 100
/** The limit of a list that is read whole: the greatest number of PostgreSQL's integer. */
export const ALL_ROWS = 2_147_483_647

/** One page of a list: `page` from 1, `limit` rows (100 by default). */
export interface Paging {
  sortBy?: string
  sortDesc?: boolean
  page?: number
  limit?: number
}

/** One page of a list, and the number of all its rows. */
export interface Page<R> {
  data: R[]
  total: number
}

/** `order by … limit … offset`. The route's schema has checked the column against the list's own; `key` orders equal rows. */
export function pageClause(
  { sortBy, sortDesc, page = 1, limit = DEFAULT_LIMIT }: Paging,
  { by, key }: { by: string; key: string },
): RawBuilder<unknown> {
  const direction = sortDesc ? sql`desc nulls last` : sql`asc nulls last`
  return sql`order by ${sql.ref(sortBy ?? by)} ${direction}, ${sql.ref(key)} limit ${limit} offset ${(page - 1) * limit}`
}

/** Another order than the list's own is asked for only by naming a column. */
export const lastFirst = <P extends Paging>(paging: P, by: string): P =>
  paging.sortBy === undefined ? { ...paging, sortBy: by, sortDesc: true } : paging
