import type { ReactNode } from 'react'
import styles from './list-toolbar.module.css'

/** Classes of the toolbar's parts: a search field, a choice among some, a few segments. */
export const toolbarItem = { search: styles.search ?? '', choice: styles.choice ?? '', segments: styles.segments ?? '' }

/** Above a list: what filters it. */
export function ListToolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>
}

/** The end of a toolbar, whose parts stay on one line when it wraps: the order on a phone, saved filters, the file. */
export function ToolbarEnd({ children }: { children: ReactNode }) {
  return <div className={styles.end}>{children}</div>
}

/** How many rows there are, announced as the number changes. */
export function ListCount({ children }: { children: ReactNode }) {
  return (
    <div className={styles.count} aria-live="polite">
      {children}
    </div>
  )
}
