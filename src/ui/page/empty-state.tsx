import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Nothing here yet: one sentence that says what to do next, and the button that does it. No illustration. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Text c="dimmed" maw={420}>
        {text}
      </Text>
      {action}
    </div>
  )
}
