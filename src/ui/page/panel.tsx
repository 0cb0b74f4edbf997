import type { ReactNode } from 'react'
import { formatCount } from '../format/format.ts'
import styles from './panel.module.css'

/** A titled card of a record's page, with its own action at the end of the title. */
export function Panel({
  title,
  count,
  action,
  children,
}: {
  title: string
  count?: number | undefined
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={`surface ${styles.panel}`} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {title}
          {count === undefined ? null : <span className={styles.count}>{formatCount(count)}</span>}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}

/** For a panel without content: a sentence, and what to do next. */
export function PanelEmpty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <span>{text}</span>
      {action}
    </div>
  )
}

/** Two columns on a desktop (`side` is the narrow one), one on a phone, where `side` comes last unless `sideFirst`. */
export function Columns({ main, side, sideFirst }: { main: ReactNode; side: ReactNode; sideFirst?: boolean }) {
  return (
    <div className={styles.columns} data-side-first={sideFirst ? true : undefined}>
      <div className={styles.column}>{main}</div>
      <div className={`${styles.column} ${styles.side}`}>{side}</div>
    </div>
  )
}
