import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '../../data/session/session.tsx'
import { drawerRoutes } from '../../domain/navigation/manager-routes.ts'
import { appText } from '../../text/app.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { NarrowTooltip, ShellEntries } from './shell-entry.tsx'
import styles from './shell-navigation.module.css'

/** The side drawer of a desktop: 240 px, or icons only. */
export function ShellNavigation({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const { account } = useSession()
  const Toggle = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={styles.side}>
      <nav className={styles.list} aria-label={appText.navigation}>
        <ShellEntries routes={drawerRoutes(account.roles)} narrow={narrow} />
      </nav>
      <footer className={styles.foot} data-narrow={narrow || undefined}>
        <ActionIcon
          variant="subtle"
          color="ardoise"
          size={36}
          onClick={onToggle}
          aria-label={narrow ? appText.expand : appText.collapse}
        >
          <Toggle size={20} stroke={1.7} />
        </ActionIcon>
        {narrow ? (
          <LegalIcon />
        ) : (
          <Link to={paths.privacy.href()} className={styles.legal}>
            {appText.privacy}
          </Link>
        )}
      </footer>
    </div>
  )
}

/** The legal link where there is no room for its words (TEN-08). */
function LegalIcon() {
  const link = (
    <ActionIcon
      component={Link}
      to={paths.privacy.href()}
      variant="subtle"
      color="ardoise"
      size={36}
      aria-label={appText.privacy}
    >
      <IconScale size={20} stroke={1.7} />
    </ActionIcon>
  )
  return (
    <Suspense fallback={link}>
      <NarrowTooltip label={appText.privacy}>{link}</NarrowTooltip>
    </Suspense>
  )
}
