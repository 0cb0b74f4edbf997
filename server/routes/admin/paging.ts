import Type, { type TSchema } from 'typebox'
import { holdsWords, normalise } from '../../../schemas/search.ts'
import { ALL_ROWS, DEFAULT_LIMIT, type Page, type Paging } from '../../repositories/paging.ts'

/** Query of an administrators' list (ADM-04): sorted by one of `columns`; another column is a 422. */
export const pagingQuery = (columns: readonly string[]) => ({
  sortBy: Type.Optional(Type.Enum([...columns])),
  sortDesc: Type.Optional(Type.Boolean()),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

/** One page of a list, and the number of all its rows. */
export const paged = (item: TSchema): TSchema => Type.Object({ data: Type.Array(item), total: Type.Integer() })

/** Words to search for in a list, besides its paging. */
export const searchQuery = { q: Type.Optional(Type.String({ maxLength: 120 })) }

export type Searched = Paging & { q?: string }

/** How a searched list reads its rows, in order, and the words of one row. */
export interface SearchedRows<R> {
  rows: (paging: Paging) => Promise<R[]>
  total: () => Promise<number>
  wordsOf: (row: R) => string
}

/** One page of the rows that hold every word of `q`; without words, one page of all. Searched lists are short: companies, administrators, one company's staff. */
export async function searchedPage<R>(
  { q = '', ...paging }: Searched,
  { rows, total, wordsOf }: SearchedRows<R>,
): Promise<Page<R>> {
  if (normalise(q) === '') return { data: await rows(paging), total: await total() }
  const { page = 1, limit = DEFAULT_LIMIT, ...sort } = paging
  const found = (await rows({ ...sort, limit: ALL_ROWS })).filter((row) => holdsWords(wordsOf(row), q))
  return { data: found.slice((page - 1) * limit, page * limit), total: found.length }
}
