import type { ReactNode } from 'react'
import { formatCount } from '../format/format.ts'
import styles from './figures-table.module.css'

/** Class of the cell with a row's total. */
export const figuresTotal = styles.total ?? ''

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
