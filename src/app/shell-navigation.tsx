import { ActionIcon, Drawer, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { appText } from '../text/app.ts'
import { drawerRoutes, type ManagerRoute, managerHref, managerRoute, mayOpen, NOT_BUILT } from './manager-routes.ts'
import { paths } from './paths.ts'
import { useSession } from './session.tsx'
import styles from './shell-navigation.module.css'

function Entry({ route, narrow = false }: { route: ManagerRoute; narrow?: boolean }) {
  const { icon: Icon, title } = route
  const entry = (
    <Link
      to={managerHref(route)}
      className={styles.entry}
      activeOptions={{ exact: route.path === '' }}
      {...(narrow ? { 'aria-label': title } : {})}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
      {!narrow && <span>{title}</span>}
    </Link>
  )
  return narrow ? (
    <Tooltip label={title} position="right" openDelay={200}>
      {entry}
    </Tooltip>
  ) : (
    entry
  )
}

/** The side drawer of a desktop: 240 px, or icons only. */
export function ShellNavigation({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const { account } = useSession()
  const Toggle = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={styles.side}>
      <nav className={styles.list} aria-label={appText.navigation}>
        {drawerRoutes(account.roles).map((route) => (
          <Entry key={route.path} route={route} narrow={narrow} />
        ))}
      </nav>
      <div className={styles.foot}>
        <ActionIcon
          variant="subtle"
          color="ardoise"
          size={36}
          onClick={onToggle}
          aria-label={narrow ? appText.expand : appText.collapse}
        >
          <Toggle size={20} stroke={1.7} />
        </ActionIcon>
        {!narrow && (
          <Link to={paths.privacy.href()} className={styles.legal}>
            {appText.privacy}
          </Link>
        )}
      </div>
    </div>
  )
}

/** What a phone reaches from « Plus » beside the drawer's entries: screens that are hidden in the drawer but have no other way in. */
const ALSO_ON_PHONE = ['raf', 'rapport', 'synchronisation'] as const

/** The phone's menu behind « Plus »: every entry of the drawer. */
export function ShellMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { account } = useSession()
  const hidden = ALSO_ON_PHONE.filter((path) => !(NOT_BUILT as readonly string[]).includes(path))
    .map(managerRoute)
    .filter((route) => mayOpen(route, account.roles))
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={appText.moreTitle}
      closeButtonProps={{ 'aria-label': appText.close }}
      classNames={{ content: styles.sheet ?? '' }}
    >
      <nav className={styles.grid} aria-label={appText.navigation}>
        {[...drawerRoutes(account.roles), ...hidden].map((route) => (
          <Entry key={route.path} route={route} />
        ))}
      </nav>
      <Link to={paths.privacy.href()} className={styles.legal}>
        {appText.privacy}
      </Link>
    </Drawer>
  )
}
