import type { Static, TSchema } from 'typebox'
import { type Loaded, useLoad } from '../../../domain/online/use-load.ts'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { adminApi, type Listed, type Query } from '../online/admin-api.ts'
import { type Column, type Sort, useSort } from './use-sort.ts'

/** Rows of one page of a list that the server pages. */
export const PAGE_ROWS = 100

export interface ListingSpec<S extends TSchema> {
  path: string
  row: S
  columns: readonly Column<Static<S>>[]
  by: Sort
  query?: Query | undefined
  /** False: the server answers the whole list at once. */
  paged?: boolean | undefined
  /** The server searches for the address's `q` in all rows, not only in those of a page. */
  searched?: boolean | undefined
}

export interface Listing<R> {
  loaded: Loaded<Listed<R>>
  sort: Sort
  chooseSort: (column: string) => void
  page: number
  setPage: (page: number) => void
}

/** A list of the server: its sort, its page and its search are kept in the address. */
export function useListing<S extends TSchema>(spec: ListingSpec<S>): Listing<Static<S>> {
  const { path, row, columns, by, query = {}, paged = false, searched = false } = spec
  const [address, setAddress] = useQuery()
  const [sort, chooseSort] = useSort(columns, by)
  const page = Math.max(1, Number.parseInt(address.page ?? '1', 10) || 1)
  const asked: Query = {
    ...query,
    ...(searched ? { q: address.q } : {}),
    ...sort,
    ...(paged ? { page, limit: PAGE_ROWS } : {}),
  }
  const key = `${path} ${JSON.stringify(asked)}`
  const loaded = useLoad(key, (signal) => adminApi.list(path, row, { query: asked, signal }))
  const setPage = (next: number): void => setAddress({ page: next === 1 ? undefined : String(next) })
  return { loaded, sort, chooseSort, page, setPage }
}
