import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './virtual-list.module.css'

/** When so many rows are left before the end, more are asked for. */
const AHEAD = 80

/**
 * A card with a long list of which only the rows on screen are rendered; it scrolls with the page. Rows may have any height:
 * `estimate` (px) is the usual one.
 */
export function VirtualList<T>({
  items,
  estimate,
  keyOf,
  label,
  row,
  head,
  onNearEnd,
  bring,
}: {
  items: readonly T[]
  estimate: number
  keyOf: (item: T) => string
  /** Name of the list for assistive technology. */
  label: string
  row: (item: T) => ReactNode
  /** Above the first row, in the same card. */
  head?: ReactNode
  /** Called while the last rows are near the screen: the list may have more rows than were given. */
  onNearEnd?: (() => void) | null | undefined
  /** A new object scrolls to the row of this key. */
  bring?: { key: string } | null
}) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The rows start below the elements above the list (header, search, filters).
  useLayoutEffect(() => {
    const measured = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0
    setTop((known) => (Math.abs(known - measured) < 1 ? known : measured))
  })
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
  })
  const shown = rows.getVirtualItems()
  const isNearEnd = (shown.at(-1)?.index ?? -1) >= items.length - AHEAD
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new rows may not be enough to fill the screen
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, items.length, onNearEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request, not again when rows change
  useEffect(() => {
    const index = bring ? items.findIndex((item) => keyOf(item) === bring.key) : -1
    if (index !== -1) rows.scrollToIndex(index, { align: 'center' })
  }, [bring])
  return (
    <div className={`surface ${styles.card}`}>
      {head}
      <ul
        ref={list}
        aria-label={label}
        style={{ position: 'relative', height: rows.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
      >
        {shown.map((place) => {
          const item = items[place.index]
          return item === undefined ? null : (
            <li
              key={place.key}
              ref={rows.measureElement}
              data-index={place.index}
              aria-setsize={items.length}
              aria-posinset={place.index + 1}
              style={{
                position: 'absolute',
                insetInline: 0,
                top: 0,
                transform: `translateY(${place.start - rows.options.scrollMargin}px)`,
              }}
            >
              {row(item)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
