import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../data/session/session.tsx'
import { managerHref, quickRoutes, quickTitle } from '../../domain/navigation/manager-routes.ts'
import { iconOf } from '../../domain/navigation/route-icons.ts'
import { appText } from '../../text/app.ts'
import styles from './shell-bottom-bar.module.css'

/** The phone's bottom bar: four destinations of the role, and « Plus ». */
export function ShellBottomBar({ onMore, moreOpened }: { onMore: () => void; moreOpened: boolean }) {
  const { account } = useSession()
  return (
    <nav className={styles.bar} aria-label={appText.quickNavigation}>
      {quickRoutes(account.roles).map((route) => {
        const Icon = iconOf(route)
        return (
          <Link
            key={route.path}
            to={managerHref(route)}
            className={styles.item}
            activeOptions={{ exact: route.path === '' }}
          >
            <Icon size={23} stroke={1.7} aria-hidden />
            <span>{quickTitle(route)}</span>
          </Link>
        )
      })}
      <UnstyledButton className={styles.item} onClick={onMore} aria-haspopup="dialog" aria-expanded={moreOpened}>
        <IconDots size={23} stroke={1.7} aria-hidden />
        <span>{appText.more}</span>
      </UnstyledButton>
    </nav>
  )
}
