import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useNotices } from '../../domain/notices/use-notices.ts'
import { useReadPressed } from '../../domain/notices/use-read-pressed.ts'
import { notificationsText as text } from '../../text/notifications.ts'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './notice-bell.module.css'

const MOST_SHOWN = 99

/** The bell of the top bar: how many notices are not read, and the way to them (DAY-07). */
export function NoticeBell() {
  useReadPressed()
  const unread = useNotices()?.filter(({ LU }) => LU === 0).length ?? 0
  return (
    <ActionIcon
      component={Link}
      to={paths.notifications.href()}
      variant="subtle"
      color="ardoise"
      size={44}
      className={styles.bell ?? ''}
      aria-label={text.bell(unread)}
    >
      <IconBell size={21} stroke={1.7} aria-hidden />
      {unread === 0 ? null : (
        <span className={styles.count} aria-hidden>
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </ActionIcon>
  )
}
