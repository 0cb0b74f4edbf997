import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { hrefProps } from './href-props.ts'

/** A pointer that only passes over a list opens no page. */
const DELAY_MS = 50

/** There is one pointer, so one link at a time waits. */
let waiting: ReturnType<typeof setTimeout> | undefined

export interface PlainLinkProps {
  /** An address of paths.ts. */
  href: string
  className?: string | undefined
  /** What a press does besides. */
  onOpen?: (() => void) | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

/**
 * A link of a row. The router's own Link knows whether it is the present page, so each one builds its address again whenever the address of
 * the page changes: with fifty rows that is most of a typed key. A row needs the address, the press and the early loading of its page only.
 */
export function PlainLink({ href, onOpen, children, ...shown }: PlainLinkProps) {
  const router = useRouter()
  const load = (): void => void router.preloadRoute(hrefProps(href)).catch(() => undefined)
  const wait = (): void => {
    clearTimeout(waiting)
    waiting = setTimeout(load, DELAY_MS)
  }
  const forget = (): void => clearTimeout(waiting)
  const open = (event: MouseEvent): void => {
    onOpen?.()
    const elsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (elsewhere || event.defaultPrevented) return
    event.preventDefault()
    forget()
    void router.navigate(hrefProps(href))
  }
  return (
    <a
      {...shown}
      href={href}
      onClick={open}
      onMouseEnter={wait}
      onMouseLeave={forget}
      onFocus={wait}
      onBlur={forget}
      onTouchStart={load}
    >
      {children}
    </a>
  )
}
