import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { firstRowsText as text } from '../../text/first-rows.ts'
import { formatCount } from '../format/format.ts'
import { entryMemory, isReturning } from '../navigation/kept-place.ts'
import styles from './first-rows.module.css'

const STEP = 50

const counts = entryMemory<number>()

/** The first rows of a list that may be long; below them, how many there are and a button that shows more. Who comes back finds as many as they left. */
export function FirstRows<T>({
  name,
  items,
  step = STEP,
  children,
}: {
  /** The list among those of its page. */
  name: string
  items: readonly T[]
  /** So many at first, and with each press. */
  step?: number
  /** Renders the rows that are shown. */
  children: (shown: readonly T[]) => ReactNode
}) {
  const [count, setCount] = useState(() => (isReturning() ? counts.recall(name) : undefined) ?? step)
  const showMore = (): void => {
    counts.remember(name, count + step)
    setCount(count + step)
  }
  return (
    <>
      {children(items.slice(0, count))}
      {items.length > count ? (
        <div className={styles.more}>
          <span aria-live="polite">{text.first(formatCount(count), formatCount(items.length))}</span>
          <Button variant="subtle" h={44} onClick={showMore}>
            {text.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
