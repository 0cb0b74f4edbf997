import { type ReactNode, useEffect, useRef } from 'react'
import styles from './failure.module.css'

/**
 * The error of the form around it, announced at once by a screen reader. A button that waits for an answer is disabled, so the browser takes the focus from
 * it: the form's button has it again, and whoever works by keyboard goes on from there.
 */
export function Failure({ children }: { children: ReactNode }) {
  const root = useRef<HTMLParagraphElement>(null)
  const told = children === null || children === undefined ? null : children
  useEffect(() => {
    if (told === null || document.activeElement !== document.body) return
    root.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
  }, [told])
  if (told === null) return null
  return (
    <p className={styles.failure} role="alert" ref={root}>
      {told}
    </p>
  )
}
