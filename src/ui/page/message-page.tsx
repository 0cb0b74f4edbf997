import { Code, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorsText } from '../../text/errors.ts'
import styles from './message-page.module.css'

/** A page that is one message: 404, error, unknown company. */
export function MessagePage({
  mark,
  title,
  text,
  detail,
  actions,
}: {
  mark?: string
  title: string
  text: string
  detail?: string
  actions: ReactNode
}) {
  return (
    <main className={styles.page}>
      {mark !== undefined && (
        <Text className={styles.mark} aria-hidden>
          {mark}
        </Text>
      )}
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {text}
      </Text>
      {detail !== undefined && (
        <details className={styles.detail}>
          <summary>{errorsText.details}</summary>
          <Code block>{detail}</Code>
        </details>
      )}
      <div className={styles.actions}>{actions}</div>
    </main>
  )
}
