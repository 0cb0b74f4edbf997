import { ActionIcon, Drawer } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAdminSession } from '../../data/session/admin-session.ts'
import { CompanyMark } from '../../domain/company/company-mark.tsx'
import { adminText } from '../../text/admin/admin.ts'
import { appText } from '../../text/app.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { useLater } from '../../ui/hooks/use-later.ts'
import { adminPaths } from '../../ui/navigation/admin-paths.ts'
import { useLayer } from '../../ui/navigation/layers.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { wantOverlays } from '../../ui/notices/overlays-state.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { CONTENT, SkipLink } from '../../ui/page/skip-link.tsx'
import shellStyles from '../shell/shell.module.css'
import navigationStyles from '../shell/shell-navigation.module.css'
import { AdminAccount } from './admin-account.tsx'
import styles from './admin-layout.module.css'
import { AdminNavigation } from './admin-navigation.tsx'

/**
 * The admin area's frame, online only: no local database, no synchronisation. Its loading bar is the root frame's (TEN-06). Without a session
 * (logout, or one that the server ended) it redirects to login with the page that was open.
 */
export function AdminLayout() {
  const session = useAdminSession()
  const router = useRouter()
  const ended = session === null
  useLater(wantOverlays)
  useEffect(() => {
    if (ended)
      void router.navigate({
        href: paths.loginAdmin.href(router.state.location.href),
        replace: true,
        ignoreBlocker: true,
      })
  }, [ended, router])
  if (!session) return null
  return (
    <div className={shellStyles.shell}>
      <SkipLink className={shellStyles.skip ?? ''} />
      <TopBar user={session.user} />
      <SideBar />
      <main id={CONTENT} className={`${shellStyles.main} ${styles.main}`} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function SideBar() {
  if (!useDesktop()) return null
  return (
    <div className={navigationStyles.side}>
      <AdminNavigation className={navigationStyles.list} />
    </div>
  )
}

type User = NonNullable<ReturnType<typeof useAdminSession>>['user']

function TopBar({ user }: { user: User }) {
  const desktop = useDesktop()
  const page = usePageTitle()
  const title = page?.title ?? adminText.name
  useEffect(() => {
    document.title = `${title} · ${adminText.name}`
  }, [title])
  return (
    <header className={shellStyles.topBar}>
      <Link to={adminPaths.home.href()} className={shellStyles.brand}>
        <CompanyMark company={null} size={30} />
        <span className={shellStyles.brandName}>{adminText.brand}</span>
      </Link>
      <div className={shellStyles.phoneTitle}>
        {page?.back === undefined ? (
          !desktop && <Menu />
        ) : (
          <BackLink to={page.back} variant="subtle" color="ardoise" size={44} />
        )}
        <span className={shellStyles.title} aria-hidden>
          {title}
        </span>
      </div>
      <div className={shellStyles.topActions}>
        <AdminAccount user={user} />
      </div>
    </header>
  )
}

/** A phone's drawer. */
function Menu() {
  const [opened, setOpened] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu, whatever led to it
  useEffect(() => setOpened(false), [pathname])
  useLayer(opened, () => setOpened(false))
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="ardoise"
        size={44}
        aria-label={adminText.menu}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
        className={styles.menu ?? ''}
      >
        <IconMenu2 size={22} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={appText.moreTitle}
        size={300}
        closeButtonProps={{ 'aria-label': appText.close }}
      >
        <AdminNavigation className={navigationStyles.grid} />
      </Drawer>
    </>
  )
}
