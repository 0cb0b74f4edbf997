import type { ReactNode } from 'react'
import { PlainLink } from '../navigation/plain-link.tsx'
import styles from './plain-button.module.css'

interface PlainButtonProps {
  /** `main` is filled; `green` is an icon without a border. */
  look?: 'plain' | 'main' | 'green'
  /** Its name for assistive technology, with the name of its row. */
  label: string
  icon?: ReactNode
  /** Its words; without them it is an icon. */
  children?: ReactNode
  /** 44 px high on a large screen too. */
  tall?: boolean
  className?: string | undefined
  /** The tooltip: the label of an icon, where nothing else is said. */
  title?: string
  pressed?: boolean
  disabled?: boolean
  /** A page of the app. */
  href?: string
  /** An address that is none of the app's: a telephone number, a mail, a map. */
  outside?: string
  /** `outside` is a page: it opens beside the app. */
  away?: boolean
  onClick?: () => void
}

/**
 * A button of a list: of its rows and of the tools above it. It looks like Mantine's Button and ActionIcon. Those resolve props, styles and variables one by one,
 * and twelve rows have up to sixty of them.
 */
export function PlainButton(props: PlainButtonProps) {
  const { look = 'plain', label, icon, children, tall, className = '', href, outside, away, onClick } = props
  const hasWords = children !== undefined
  const shown = {
    className: `mantine-focus-auto ${styles.button} ${className}`,
    'aria-label': label,
    'data-look': look,
    'data-words': hasWords || undefined,
    'data-icon': icon !== undefined || undefined,
    'data-tall': tall || undefined,
  }
  const content = (
    <>
      {icon}
      {children}
    </>
  )
  if (href !== undefined)
    return (
      <PlainLink {...shown} href={href} onOpen={onClick}>
        {content}
      </PlainLink>
    )
  const title = props.title ?? (hasWords ? undefined : label)
  if (outside !== undefined)
    return (
      <a {...shown} title={title} href={outside} onClick={onClick} {...(away ? AWAY : {})}>
        {content}
      </a>
    )
  return (
    <button
      {...shown}
      type="button"
      title={title}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={onClick}
    >
      {content}
    </button>
  )
}

const AWAY = { target: '_blank', rel: 'noreferrer' }
