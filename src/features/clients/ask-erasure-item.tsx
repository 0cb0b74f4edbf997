import { Menu } from '@mantine/core'
import { IconUserX } from '@tabler/icons-react'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { askErasure } from '../../domain/clients/ask-erasure.ts'
import { erasureText as text } from '../../text/erasure.ts'
import { errorsText } from '../../text/errors.ts'
import { notices } from '../../ui/notices/notices.tsx'
import styles from './client.module.css'

/**
 * A director passes on a client's request to be erased. Only the server keeps such requests. Without network the entry can still be pressed, and its
 * dialog gives the reason.
 */
export function AskErasureItem({ id, name }: { id: string; name: string }) {
  const { online } = useSync().status
  return (
    <Menu.Item
      leftSection={<IconUserX size={16} />}
      onClick={() => (online ? void askErasure({ id, name, why: 'demande' }) : notices.error(errorsText.offline))}
    >
      {text.ask}
      {online ? null : <div className={styles.needsNetwork}>{text.needsNetwork}</div>}
    </Menu.Item>
  )
}
