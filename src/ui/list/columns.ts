/** What a list can be sorted by and what its file holds. Every row of the list is on the device: an order is never that of a part of it. */
export interface Column<R> {
  /** Names the column in the address. */
  id: string
  title: string
  /** By what rows are sorted; without it the column is only in the file. Rows without a value come last in both directions. */
  by?: (row: R) => string | number | null
  /** The cell in the file; without it the column is only for sorting. What several rows share may stand on the first of them only. */
  cell?: (row: R, rows: readonly R[]) => unknown
}

export interface Order {
  column: string
  down: boolean
}

/** « ville » or « -ville » of the address; null for the list's own order, also for a column that the list does not have. */
export function orderOf(
  written: string | undefined,
  columns: readonly Pick<Column<never>, 'id' | 'by'>[],
): Order | null {
  const column = written?.replace(/^-/, '')
  return columns.some(({ id, by }) => id === column && by)
    ? { column: column ?? '', down: written?.startsWith('-') === true }
    : null
}

export const writtenOrder = (order: Order | null): string | undefined =>
  order === null ? undefined : `${order.down ? '-' : ''}${order.column}`

/** What a press on a column's header leads to: up, down, then the list's own order again. */
export function nextOrder(order: Order | null, column: string): Order | null {
  if (order?.column !== column) return { column, down: false }
  return order.down ? null : { column, down: true }
}

let collator: Intl.Collator | undefined
/** As people sort French words: accents and case do not count, « Lot 2 » comes before « Lot 10 ». Made at its first use. */
const compareWords = (a: string, b: string): number => {
  collator ??= new Intl.Collator('fr', { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}

const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareWords(String(a), String(b))

/** The rows in an order, rows of one value as they were. */
export function sortRows<R>(rows: readonly R[], columns: readonly Column<R>[], order: Order | null): R[] {
  const by = order && columns.find(({ id }) => id === order.column)?.by
  if (!by) return [...rows]
  const keyed = rows.map((row) => ({ row, value: by(row) }))
  const held = keyed.flatMap(({ row, value }) => (value === null || value === '' ? [] : [{ row, value }]))
  const empty = keyed.filter(({ value }) => value === null || value === '')
  const sign = order.down ? -1 : 1
  held.sort((a, b) => sign * compareValues(a.value, b.value))
  return [...held, ...empty].map(({ row }) => row)
}

/** The lines of a file, titles first. */
export function linesOf<R>(rows: readonly R[], columns: readonly Column<R>[]): unknown[][] {
  const written = columns.flatMap(({ title, cell }) => (cell ? [{ title, cell }] : []))
  return [written.map(({ title }) => title), ...rows.map((row) => written.map(({ cell }) => cell(row, rows)))]
}
