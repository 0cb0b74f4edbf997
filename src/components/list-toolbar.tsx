import type { ReactNode } from 'react'
import styles from './list-toolbar.module.css'

/** Classes of what stands in it: a field to search, a choice among some, a few segments. */
export const toolbarItem = { search: styles.search ?? '', choice: styles.choice ?? '', segments: styles.segments ?? '' }

/** What narrows a list down, above it. */
export function ListToolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>
}

/** How many there are, told as it changes. */
export function ListCount({ children }: { children: ReactNode }) {
  return (
    <div className={styles.count} aria-live="polite">
      {children}
    </div>
  )
}
