import type { ReactNode } from 'react'
import { useQuery } from '../../../ui/navigation/use-query.ts'

/** One column of a declared list. */
export interface Column<R> {
  /** The server's column. */
  name: string
  label: string
  value: (row: R) => ReactNode
  /** False: the server cannot sort by it. */
  sortable?: false
  /** Figures are aligned at the end. */
  end?: true
}

export interface Sort {
  sortBy: string
  sortDesc: boolean
}

/** Sorting as the address holds it (`?sortBy=name&sortDesc=true`); a column that the list does not have counts as absent (ADM-04). */
export function readSort(
  query: Record<string, string>,
  columns: readonly Pick<Column<never>, 'name' | 'sortable'>[],
  by: Sort,
): Sort {
  const known = columns.find(({ name, sortable }) => name === query.sortBy && sortable !== false)
  return known ? { sortBy: known.name, sortDesc: query.sortDesc === 'true' } : by
}

/** The sort of a list, kept in the address; choosing the sorted column again reverses the order. */
export function useSort(
  columns: readonly Pick<Column<never>, 'name' | 'sortable'>[],
  by: Sort,
): [Sort, (column: string) => void] {
  const [query, setQuery] = useQuery()
  const sort = readSort(query, columns, by)
  const choose = (column: string): void => {
    const desc = column === sort.sortBy && !sort.sortDesc
    setQuery({ sortBy: column, sortDesc: desc ? 'true' : 'false', page: undefined })
  }
  return [sort, choose]
}
