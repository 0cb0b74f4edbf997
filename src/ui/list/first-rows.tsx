import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { firstRowsText as text } from '../../text/first-rows.ts'
import { formatCount } from '../format/format.ts'
import styles from './first-rows.module.css'

const STEP = 50

/** The first rows of a list that may be long; below them, how many there are and a button that shows more. */
export function FirstRows<T>({
  items,
  step = STEP,
  children,
}: {
  items: readonly T[]
  /** So many at first, and with each press. */
  step?: number
  /** Renders the rows that are shown. */
  children: (shown: readonly T[]) => ReactNode
}) {
  const [count, setCount] = useState(step)
  return (
    <>
      {children(items.slice(0, count))}
      {items.length > count ? (
        <div className={styles.more}>
          <span aria-live="polite">{text.first(formatCount(count), formatCount(items.length))}</span>
          <Button variant="subtle" h={44} onClick={() => setCount(count + step)}>
            {text.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
