import { Drawer } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../data/session/session.tsx'
import { drawerRoutes, managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { appText } from '../../text/app.ts'
import { useLayer } from '../../ui/navigation/layers.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { ShellEntries } from './shell-entry.tsx'
import styles from './shell-navigation.module.css'

/** Entries of « Plus » beside the drawer's: screens that are hidden in the drawer and that a phone reaches no other way. */
const ALSO_ON_PHONE = ['raf', 'rapport', 'synchronisation'] as const

/** The phone's menu behind « Plus »: every entry of the drawer. */
export function ShellMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { account } = useSession()
  useLayer(opened, onClose)
  const hidden = ALSO_ON_PHONE.map(managerRoute).filter((route) => mayOpen(route, account.roles))
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
        <ShellEntries routes={[...drawerRoutes(account.roles), ...hidden]} />
      </nav>
      <Link to={paths.privacy.href()} className={styles.legal}>
        {appText.privacy}
      </Link>
    </Drawer>
  )
}
