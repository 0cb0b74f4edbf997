import type { ReactNode } from 'react'
import { PlainLink } from '../navigation/plain-link.tsx'
import styles from './row-link.module.css'

/** Class of elements above the row's link area. */
export const above = styles.above ?? ''

/** The name of a row of a list: the whole row is a link to the same page. */
export function RowLink({
  href,
  inset = false,
  className = '',
  onOpen,
  children,
}: {
  href: string
  /** In a card with a margin of its own: the link area covers the margin. */
  inset?: boolean
  className?: string | undefined
  /** What a press does besides. */
  onOpen?: () => void
  children: ReactNode
}) {
  return (
    <PlainLink href={href} onOpen={onOpen} className={`${styles.link} ${inset ? styles.inset : ''} ${className}`}>
      {children}
    </PlainLink>
  )
}
