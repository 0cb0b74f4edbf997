import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorsText } from '../../text/errors.ts'
import styles from './reading-trouble.module.css'
import type { Reading } from './use-reading.ts'

interface ReadingTroubleProps {
  reading: Reading<unknown>
  words: { loading: string; offline: string; failed: string }
  /** True where no panel is around it: it then has a card of its own. */
  card?: boolean
  /** Text after the message. */
  children?: ReactNode
}

/** Shown in place of data that are being read, or above older data to say why there are no newer ones. */
export function ReadingTrouble({ reading, words, card = false, children }: ReadingTroubleProps) {
  const { known, trouble, asks, again } = reading
  if (trouble === null && known !== null) return null
  return (
    <div className={card ? `surface ${styles.trouble} ${styles.card}` : styles.trouble} role="status">
      <span>
        {trouble === null ? words.loading : words[trouble]}
        {children}
      </span>
      {/* No answer although it was asked: no event tells when the server is back. */}
      {trouble !== null && asks ? (
        <Button variant="default" onClick={again}>
          {errorsText.retry}
        </Button>
      ) : null}
    </div>
  )
}
