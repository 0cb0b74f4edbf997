import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { listViewsText as text } from '../../text/list-views.ts'
import { Select } from '../controls/choices.tsx'
import { useDesktop } from '../hooks/desktop.ts'
import { type Column, nextOrder, type Order, orderOf, writtenOrder } from './columns.ts'
import styles from './sort-bar.module.css'

/** What the header of a column says of the list's order. */
export const ariaSort = (order: Order | null, column: string): 'ascending' | 'descending' | 'none' =>
  order?.column !== column ? 'none' : order.down ? 'descending' : 'ascending'

/** The words of a column's header, which sorts the list. */
export function SortButton({
  title,
  order,
  column,
  disabled = false,
  compact = false,
  onPress,
}: {
  title: string
  order: Order | null
  column: string
  disabled?: boolean
  /** In a table of figures, whose columns have no room for a sign that sorts nothing yet. */
  compact?: boolean
  onPress: () => void
}) {
  const isOn = order?.column === column
  const Icon = isOn ? (order.down ? IconArrowDown : IconArrowUp) : IconArrowsSort
  return (
    <button
      type="button"
      className={styles.header}
      data-on={isOn || undefined}
      data-compact={compact || undefined}
      disabled={disabled}
      onClick={onPress}
    >
      {title}
      {disabled || (compact && !isOn) ? null : <Icon size={14} aria-hidden />}
    </button>
  )
}

/** The head of a table's column: sorts it on a desktop; on a phone, where a table has no heads, `SortSelect` does. */
export function SortHead({ column, order, onOrder }: { column: SortColumn } & Pick<SortProps, 'order' | 'onOrder'>) {
  const { id, title, by } = column
  if (!useDesktop() || !by) return <th scope="col">{title}</th>
  return (
    <th scope="col" aria-sort={ariaSort(order, id)}>
      <SortButton title={title} order={order} column={id} compact onPress={() => onOrder(nextOrder(order, id))} />
    </th>
  )
}

type SortColumn = Pick<Column<never>, 'id' | 'title' | 'by'>

interface SortProps {
  columns: readonly SortColumn[]
  order: Order | null
  onOrder: (order: Order | null) => void
}

/** On a desktop the headers of the columns that sort a list of cards, above its first row; nothing on a phone, where `SortSelect` does it. */
export function SortBar({ columns, order, onOrder }: SortProps) {
  const sorting = columns.filter(({ by }) => by)
  if (!useDesktop() || sorting.length === 0) return null
  return (
    <div className={styles.bar}>
      <span aria-hidden>{text.sortBy}</span>
      {/* A list of cards has no cells: only its headers are a table, because only a header tells its order. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a table of one row of buttons */}
      <div role="table" aria-label={text.sortBy}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus */}
        <div role="row" className={styles.row}>
          {sorting.map(({ id, title }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div key={id} role="columnheader" aria-sort={ariaSort(order, id)}>
              <SortButton title={title} order={order} column={id} onPress={() => onOrder(nextOrder(order, id))} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** On a phone the choice of the order; nothing on a desktop. */
export function SortSelect({ columns, order, onOrder, className }: SortProps & { className?: string | undefined }) {
  const sorting = columns.filter(({ by }) => by)
  if (useDesktop() || sorting.length === 0) return null
  return (
    <Select
      size="md"
      className={className}
      aria-label={text.sortBy}
      allowDeselect={false}
      value={writtenOrder(order) ?? ''}
      onChange={(next) => onOrder(orderOf(next ?? undefined, columns))}
      data={[
        { value: '', label: text.ownOrder },
        ...sorting.flatMap(({ id, title }) => [
          { value: id, label: text.up(title) },
          { value: `-${id}`, label: text.down(title) },
        ]),
      ]}
    />
  )
}
