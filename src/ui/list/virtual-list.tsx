import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { entryMemory, findPlaceBy, isReturning } from '../navigation/kept-place.ts'
import styles from './virtual-list.module.css'

/** When so many rows are left before the end, more are asked for; of a short list when half of it is left, because the rows of the first picture ask for nothing. */
const AHEAD = 80

/** Rows beyond the screen: in the first picture, and once it is drawn. */
const OVERSCAN = { first: 1, later: 12 }

interface RowProps<T> {
  item: T
  row: (item: T) => ReactNode
}

/** What a row shows is drawn once, not again when its place changes: at the first measure of all rows, and at each step of scrolling. */
const Row = memo(function Row<T>({ item, row }: RowProps<T>) {
  return row(item)
}) as <T>(props: RowProps<T>) => ReactNode

/** The first row that began on screen, and how far below the window's upper edge (px). */
interface Anchor {
  key: string
  gap: number
}

/** null: the list's beginning was on screen. */
const anchors = entryMemory<Anchor | null>()

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
  answer = '',
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
  /** The question that the rows answer, as what somebody types: the first picture of each answer has the rows on screen only. */
  answer?: string
}) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The rows start below the elements above the list (header, search, filters).
  useLayoutEffect(() => {
    const measured = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0
    setTop((known) => (Math.abs(known - measured) < 1 ? known : measured))
  })
  const [drawn, setDrawn] = useState<string>()
  const overscan = drawn === answer ? OVERSCAN.later : OVERSCAN.first
  useEffect(() => {
    // After the first picture, whose rows are what a person waits for.
    const timer = setTimeout(() => startTransition(() => setDrawn(answer)), 100)
    return () => clearTimeout(timer)
  }, [answer])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    overscan,
    scrollMargin: top,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
  })
  useRowPlace({ list, rows, items, keyOf, label })
  useRowFocus({ list, items, keyOf })
  const shown = rows.getVirtualItems()
  // From the last row on screen: those beyond it that are drawn are no wish to read on.
  const left = items.length - (rows.range?.endIndex ?? shown.at(-1)?.index ?? -1)
  // Of a list of one row, or of none, 1 is left at its end.
  const isNearEnd = left <= Math.max(1, Math.min(AHEAD, items.length / 2))
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
        tabIndex={-1}
        style={{ position: 'relative', height: rows.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
      >
        {shown.map((place) => {
          const item = items[place.index]
          return item === undefined ? null : (
            <li
              key={place.key}
              ref={rows.measureElement}
              data-index={place.index}
              tabIndex={-1}
              aria-setsize={items.length}
              aria-posinset={place.index + 1}
              style={{
                position: 'absolute',
                insetInline: 0,
                top: 0,
                transform: `translateY(${place.start - rows.options.scrollMargin}px)`,
              }}
            >
              <Row item={item} row={row} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface Placed<T> {
  list: RefObject<HTMLUListElement | null>
  rows: Virtualizer<Window, Element>
  items: readonly T[]
  keyOf: (item: T) => string
  label: string
}

/** Remembers which row a person saw first and, when they come back, finds it again: rows above it may have come, gone or changed their height. */
function useRowPlace<T>({ list, rows, items, keyOf, label }: Placed<T>): void {
  const latest = useRef({ rows, items, keyOf })
  latest.current = { rows, items, keyOf }
  useEffect(() => {
    const { pathname } = window.location
    const remember = (): void => {
      // The next page has the address already while this list is still shown.
      if (isReturning() || window.location.pathname !== pathname) return
      const { rows: now } = latest.current
      const top = window.scrollY
      const first = top > now.options.scrollMargin && now.getVirtualItems().find(({ start }) => start >= top)
      anchors.remember(label, first ? { key: String(first.key), gap: first.start - top } : null)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [label])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may have the one that is sought
  useEffect(() => {
    if (!isReturning()) return
    return findPlaceBy(() => {
      const { rows: now, items: known, keyOf: nameOf } = latest.current
      const anchor = anchors.recall(label)
      const index = anchor ? known.findIndex((item) => nameOf(item) === anchor.key) : -1
      const place = index < 0 ? undefined : now.measurementsCache[index]
      if (!anchor || !place || !list.current) return null
      const top = list.current.getBoundingClientRect().top + window.scrollY
      return Math.max(0, top + place.start - now.options.scrollMargin - anchor.gap)
    })
  }, [label, items])
}

const LOOK_MS = 50

/**
 * Where the row that had the focus goes (archived, answered), the focus would fall to the beginning of the page: the row that takes its place has it then, as
 * a whole, so that a second press of the key does nothing (WCAG 2.4.3).
 */
function useRowFocus<T>({ list, items, keyOf }: Omit<Placed<T>, 'rows' | 'label'>): void {
  const held = useRef<{ key: string; index: number } | null>(null)
  const latest = useRef({ items, keyOf })
  latest.current = { items, keyOf }
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return
      const row = list.current?.contains(target) ? target.closest<HTMLElement>('li[data-index]') : null
      const index = Number(row?.dataset.index)
      const item = row ? latest.current.items[index] : undefined
      if (item !== undefined) held.current = { key: latest.current.keyOf(item), index }
      // In a sheet that a row opened, the row is still where a person is.
      else if (target.closest('[role=dialog]') === null) held.current = null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list])
  useEffect(() => {
    const gone = held.current
    if (gone === null || items.some((item) => latest.current.keyOf(item) === gone.key)) return
    const timer = setInterval(() => {
      // A sheet that closes gives the focus back to what opened it, which has gone.
      if (document.querySelector('[role=dialog]')) return
      clearInterval(timer)
      held.current = null
      if (document.activeElement !== document.body) return
      const at = Math.min(gone.index, items.length - 1)
      const next = list.current?.querySelector<HTMLElement>(`:scope > li[data-index="${at}"]`) ?? list.current
      next?.focus({ preventScroll: true })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [list, items])
}
