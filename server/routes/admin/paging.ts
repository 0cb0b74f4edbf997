import { type RawBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import { holdsWords, normalise } from '../../../schemas/search.ts'

const DEFAULT_LIMIT = 100

export interface Paging {
  sortBy?: string
  sortDesc?: boolean
  page?: number
  limit?: number
}

/** Query of an administrators' list (ADM-04): sorted by one of `columns`, an unknown one is a 422. */
export const pagingQuery = (columns: readonly string[]) => ({
  sortBy: Type.Optional(Type.Enum([...columns])),
  sortDesc: Type.Optional(Type.Boolean()),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

/** One page of a list, and how many there are in all. */
export const paged = (item: TSchema): TSchema => Type.Object({ data: Type.Array(item), total: Type.Integer() })

/** More rows than these are not looked through: companies, administrators, the staff of one company. */
const SEARCHED_ROWS = 5000

/** Words that are looked for in a list, besides its paging. */
export const searchQuery = { q: Type.Optional(Type.String({ maxLength: 120 })) }

export type Searched = Paging & { q?: string }

/** Where a searched list reads its rows, in their order; and the words of one. */
export interface SearchedRows<R> {
  rows: (paging: Paging) => Promise<R[]>
  total: () => Promise<number>
  wordsOf: (row: R) => string
}

/** One page of the rows that hold every word of `q`; without words, one page of all. */
export async function searchedPage<R>(
  { q = '', ...paging }: Searched,
  { rows, total, wordsOf }: SearchedRows<R>,
): Promise<{ data: R[]; total: number }> {
  if (normalise(q) === '') return { data: await rows(paging), total: await total() }
  const { page = 1, limit = DEFAULT_LIMIT, ...sort } = paging
  const found = (await rows({ ...sort, limit: SEARCHED_ROWS })).filter((row) => holdsWords(wordsOf(row), q))
  return { data: found.slice((page - 1) * limit, page * limit), total: found.length }
}

/** `order by … limit … offset`. The column was checked against the list's own by the route's schema; `key` settles ties. */
export function pageClause(
  { sortBy, sortDesc, page = 1, limit = DEFAULT_LIMIT }: Paging,
  { by, key }: { by: string; key: string },
): RawBuilder<unknown> {
  const direction = sortDesc ? sql`desc nulls last` : sql`asc nulls last`
  return sql`order by ${sql.ref(sortBy ?? by)} ${direction}, ${sql.ref(key)} limit ${limit} offset ${(page - 1) * limit}`
}
