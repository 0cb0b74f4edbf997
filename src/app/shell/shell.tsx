import { Progress } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import { useSession } from '../../data/session/session.tsx'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { setFavicon } from '../../domain/company/favicon.ts'
import { isHandedOver, MANAGER_ROUTES, managerHref } from '../../domain/navigation/manager-routes.ts'
import { appText } from '../../text/app.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { useLater } from '../../ui/hooks/use-later.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { CONTENT, SkipLink } from '../../ui/page/skip-link.tsx'
import { InstallOffer } from './install-offer.tsx'
import { OpeningTrouble } from './opening-trouble.tsx'
import styles from './shell.module.css'
import { ShellBottomBar } from './shell-bottom-bar.tsx'
import { ShellNavigation } from './shell-navigation.tsx'
import { ShellTopBar } from './shell-top-bar.tsx'
import { StorageLoss } from './storage-loss.tsx'
import { TightRoom } from './tight-room.tsx'

const loadMenu = () => import('./shell-menu.tsx')
const ShellMenu = lazy(async () => ({ default: (await loadMenu()).ShellMenu }))

const LeftBehind = lazy(() =>
  import('./left-behind.tsx').then(
    (module) => ({ default: module.LeftBehind }),
    // The next login says it.
    () => ({ default: () => null }),
  ),
)
const preloadMenu = (): void => void loadMenu().catch(() => undefined)

const routeTitle = (pathname: string): string =>
  MANAGER_ROUTES.find((route) => managerHref(route) === pathname.replace(/\/$/, ''))?.title ?? appText.name

/** The manager area's frame: top bar, side drawer (desktop) or bottom bar (phone), and the page (TEN-06); the page alone while a customer holds the device. */
export function Shell({ children }: { children: ReactNode }) {
  const { company } = useSession()
  const { status } = useSync()
  const desktop = useDesktop()
  const { pathname } = useLocation()
  const page = usePageTitle()
  const title = page?.title ?? routeTitle(pathname)
  const [menuOpened, setMenuOpened] = useState(false)
  const [menuMet, setMenuMet] = useState(false)
  useLater(preloadMenu)
  const [isLater, wait] = useReducer(() => true, false)
  useLater(wait)
  const [narrow, setNarrow] = useLocalStorage({
    key: 'lolapp.app.menu-reduit',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  useEffect(() => {
    document.title = `${title} · ${company.NOM}`
  }, [title, company.NOM])
  useEffect(() => setFavicon({ pending: status.pending > 0 }), [status.pending])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu, whatever led to it
  useEffect(() => setMenuOpened(false), [pathname])

  if (isHandedOver(pathname)) {
    return (
      <main id="contenu" className={styles.alone} tabIndex={-1}>
        <OpeningTrouble />
        {children}
      </main>
    )
  }

  const openMenu = () => {
    setMenuMet(true)
    setMenuOpened(true)
  }

  return (
    <div className={styles.shell} data-narrow={narrow || undefined}>
      <SkipLink className={styles.skip ?? ''} />
      <ShellTopBar title={title} back={page?.back} />
      {desktop && <ShellNavigation narrow={narrow} onToggle={() => setNarrow(!narrow)} />}
      <main id={CONTENT} className={styles.main} tabIndex={-1}>
        <OpeningTrouble />
        <StorageLoss />
        {isLater && (
          <Suspense>
            <LeftBehind />
          </Suspense>
        )}
        {pathname !== paths.synchronisation.href() && <TightRoom />}
        {pathname.replace(/\/$/, '') === paths.manager.href() && <InstallOffer />}
        {status.firstSync && (
          <div className={styles.firstSync}>
            <Progress
              size="sm"
              value={(100 * status.firstSync.done) / Math.max(1, status.firstSync.total)}
              aria-label={appText.sync.firstSync}
            />
            <span>{appText.sync.firstSync}</span>
          </div>
        )}
        {children}
      </main>
      {!desktop && (
        <>
          <ShellBottomBar onMore={openMenu} moreOpened={menuOpened} />
          {menuMet && (
            <Suspense>
              <ShellMenu opened={menuOpened} onClose={() => setMenuOpened(false)} />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}
