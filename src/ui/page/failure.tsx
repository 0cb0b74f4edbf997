import type { ReactNode } from 'react'
import styles from './failure.module.css'

/** The error of the form around it, announced at once by a screen reader. */
export function Failure({ children }: { children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <p className={styles.failure} role="alert">
      {children}
    </p>
  )
}
