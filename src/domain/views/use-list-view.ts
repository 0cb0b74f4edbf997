import { useMemo } from 'react'
import { csvText } from '../../../schemas/csv.ts'
import { today } from '../../../schemas/dates.ts'
import { type Findable, finder } from '../../../schemas/search.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { listViewsText as text } from '../../text/list-views.ts'
import { downloadText } from '../../ui/format/csv.ts'
import { formatCount } from '../../ui/format/format.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { type Column, linesOf, type Order, orderOf, sortRows, writtenOrder } from '../../ui/list/columns.ts'
import { useSearchText } from '../../ui/list/search-field.tsx'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { notices } from '../../ui/notices/notices.tsx'

export interface ListView<R> {
  /** The screen, by its path below /manager: its saved filters and its file have its name. */
  screen: string
  columns: readonly Column<R>[]
  /** The rows that the search finds, in the order of the address; undefined until the list is read, and what it is searched or sorted by. */
  rows: R[] | undefined
  /** What the file says of the rows is read. */
  isRead: boolean
  /** How many rows there are without the search. */
  all: number
  order: Order | null
  setOrder: (order: Order | null) => void
  /** What is typed in the list's search. */
  typed: string
  setTyped: (typed: string) => void
  /** Saves the rows that are shown, all of them, as a CSV file. */
  download: () => void
}

/** The order of a list, kept in the address as `tri`. */
export function useOrder(
  columns: readonly Pick<Column<never>, 'id' | 'by'>[],
): [Order | null, (order: Order | null) => void] {
  const [query, setQuery] = useQuery()
  return [orderOf(query.tri, columns), (order) => setQuery({ tri: writtenOrder(order) })]
}

/** Downloads the lines of a list, with its name and the day. */
export function useDownload(screen: string): (lines: readonly (readonly unknown[])[]) => void {
  const zone = useZone()
  return (lines) => {
    downloadText(`${screen}-${today(zone)}.csv`, csvText(lines))
    notices.success(text.exported(formatCount(lines.length - 1)))
  }
}

/**
 * Search, order and file of a list that is completely on the device, in its own order (DAY-12, DAY-13). `rows`, `columns` and `find` are best kept by
 * useMemo: the search reads every row.
 */
export function useListView<R>({
  screen,
  rows,
  columns,
  find,
  isRead,
  asked = '',
}: {
  screen: string
  /** Those that pass the other filters of the screen. */
  rows: readonly R[] | undefined
  columns: readonly Column<R>[]
  /** What a row is found by; without it the list has no search. */
  find?: (row: R) => Findable
  /**
   * The records that `columns` and `find` read beside the rows, as their clients, are here, of these rows. Before that a search would find none, an order would
   * be another one and a file would have empty cells, all of which look whole (DAY-03).
   */
  isRead: boolean
  /** What the screen asks for, where a choice replaces the rows (« Tous »): those of the former choice are not searched or sorted in its place. */
  asked?: string
}): ListView<R> {
  const [typed, setTyped] = useSearchText()
  const [order, setOrder] = useOrder(columns)
  const written = writtenOrder(order)
  const save = useDownload(screen)
  const isAsked = typed.trim() !== '' || written !== undefined
  // While what a later row brings is read, a search and an order stand for the rows before it.
  const before = useLast(useMemo(() => (isRead && rows ? { asked, rows } : undefined), [isRead, asked, rows]))
  const whole = before?.asked === asked ? before.rows : undefined
  const listed = isAsked ? whole : rows
  const found = useMemo(() => {
    if (find === undefined || typed.trim() === '') return listed
    const isFound = finder(typed)
    return listed?.filter((row) => isFound(find(row)))
  }, [listed, find, typed])
  const sorted = useMemo(() => found && sortRows(found, columns, orderOf(written, columns)), [found, columns, written])
  return {
    screen,
    columns,
    rows: sorted,
    isRead,
    all: rows?.length ?? 0,
    order,
    setOrder,
    typed,
    setTyped,
    download: () => save(linesOf(sorted ?? [], columns)),
  }
}
