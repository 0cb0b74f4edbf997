import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hrefProps } from './resource/href-props.ts'
import styles from './row-link.module.css'

/** Class of what stands above the row's target. */
export const above = styles.above ?? ''

/** The name of a row of a list: all of the row leads where the name leads. */
export function RowLink({
  href,
  inset = false,
  className = '',
  children,
}: {
  href: string
  /** In a card with a margin of its own: the target reaches into it. */
  inset?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Link {...hrefProps(href)} className={`${styles.link} ${inset ? styles.inset : ''} ${className}`}>
      {children}
    </Link>
  )
}
