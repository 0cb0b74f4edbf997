import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorsText } from '../../text/errors.ts'
import styles from './reading-trouble.module.css'
import type { Reading } from './use-reading.ts'

interface ReadingTroubleProps {
  reading: Reading<unknown>
  words: { loading: string; offline: string; failed: string }
  /** In a card of its own, where no panel holds it. */
  card?: boolean
  /** What to say besides. */
  children?: ReactNode
}

/** Shown in place of what is being read, or above it to say why it is not newer. */
export function ReadingTrouble({ reading, words, card = false, children }: ReadingTroubleProps) {
  const { known, trouble, again } = reading
  if (trouble === null && known !== null) return null
  return (
    <div className={card ? `surface ${styles.trouble} ${styles.card}` : styles.trouble} role="status">
      <span>
        {trouble === null ? words.loading : words[trouble]}
        {children}
      </span>
      {trouble === 'failed' ? (
        <Button variant="default" onClick={again}>
          {errorsText.retry}
        </Button>
      ) : null}
    </div>
  )
}
