import type { ReactNode } from 'react'
import styles from './failure.module.css'

/** What went wrong with the form that it stands in, told at once by a screen reader. */
export function Failure({ children }: { children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <p className={styles.failure} role="alert">
      {children}
    </p>
  )
}
