import type { ReactNode } from 'react'
import { RowLink } from './row-link.tsx'
import styles from './timed-row.module.css'

/** A card of rows with hours: appointments and works of a day. */
export function TimedRows({ children }: { children: ReactNode }) {
  return <ul className={`surface ${styles.rows}`}>{children}</ul>
}

/** Time, subject, state, and the action of a press on the row. */
export function TimedRow({
  day,
  hours,
  name,
  href,
  detail,
  state,
  second,
  next,
  struck = false,
}: {
  /** The day, where the list is not of one day. */
  day?: string | undefined
  hours: string
  name: string
  href: string
  detail?: string | null | undefined
  /** Chips. */
  state: ReactNode
  /** Another action beside the row's own. */
  second?: ReactNode
  /** The row's action, in a word or two. */
  next: string
  /** It does not take place. */
  struck?: boolean
}) {
  return (
    <li className={styles.row} data-second={second ? true : undefined} data-struck={struck || undefined}>
      <span className={styles.hours}>
        {day === undefined ? null : <span className={styles.day}>{day}</span>}
        {hours}
      </span>
      <div className={styles.words}>
        <RowLink href={href} inset>
          {name}
        </RowLink>
        {detail ? <div className={`one-line ${styles.detail}`}>{detail}</div> : null}
      </div>
      <div className={styles.state}>{state}</div>
      <div className={styles.actions}>
        {second}
        <span className={styles.next} aria-hidden>
          {next}
        </span>
      </div>
    </li>
  )
}
