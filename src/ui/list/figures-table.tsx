import { type ReactNode, useDeferredValue } from 'react'
import { formatCount } from '../format/format.ts'
import styles from './figures-table.module.css'

/** Class of the cell with a row's total. */
export const figuresTotal = styles.total ?? ''

/** Rows of the first picture: what stands above such a table leaves room for no more. */
const FIRST = 8

/** The rows to draw: the first ones, and all of them once those are shown. The browser places a table as a whole, so a long one would hold back its screen. */
export const useDrawnRows = <R,>(rows: readonly R[]): readonly R[] =>
  rows.slice(0, useDeferredValue(rows.length, FIRST))

/** A table of counts and amounts; on a phone each row is a block. Cells carry their column's name in `data-label`. */
export function FiguresTable({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <table className={`${styles.table} ${className ?? ''}`}>{children}</table>
}

/** A count that links to the list that it counts; a zero is no link. */
export function Figure({ count, label, onOpen }: { count: number; label: string; onOpen: () => void }) {
  if (count === 0) return <>0</>
  return (
    <button type="button" className={styles.figure} aria-label={label} onClick={onOpen}>
      {formatCount(count)}
    </button>
  )
}
