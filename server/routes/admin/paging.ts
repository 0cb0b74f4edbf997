import { type RawBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'

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

/** `order by … limit … offset`. The column was checked against the list's own by the route's schema; `key` settles ties. */
export function pageClause(
  { sortBy, sortDesc, page = 1, limit = DEFAULT_LIMIT }: Paging,
  { by, key }: { by: string; key: string },
): RawBuilder<unknown> {
  const direction = sortDesc ? sql`desc nulls last` : sql`asc nulls last`
  return sql`order by ${sql.ref(sortBy ?? by)} ${direction}, ${sql.ref(key)} limit ${limit} offset ${(page - 1) * limit}`
}
