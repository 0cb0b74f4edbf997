import { MantineThemeProvider } from '@mantine/core'
import { IconArrowLeft, IconHome, IconLogout } from '@tabler/icons-react'
import { Link, Navigate, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { openSeenStore } from '../../data/api/seen-store.ts'
import { type ClientSession, useClientSession, useCompany } from '../../data/session/session.tsx'
import { logout } from '../../data/session/session-actions.ts'
import { CompanyMark } from '../../domain/company/company-mark.tsx'
import { PrivacyLink } from '../../domain/company/privacy-link.tsx'
import { mayLogOut } from '../../forms/may-log-out.ts'
import { appText } from '../../text/app.ts'
import { spaceText as text } from '../../text/space.ts'
import { useOnline } from '../../ui/hooks/use-online.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { CONTENT, SkipLink } from '../../ui/page/skip-link.tsx'
import { SpaceContext } from './space-context.ts'
import styles from './space-layout.module.css'
import { spaceTheme } from './space-theme.ts'
import { useGreeting } from './use-greeting.ts'

const ICON = 22

/** Goes back to the former page, or to the home page when there is none. */
function BackButton() {
  const router = useRouter()
  const navigate = useNavigate()
  const back = (): void => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ href: paths.space.href() })
  }
  return (
    <button type="button" onClick={back}>
      <IconArrowLeft size={ICON} aria-hidden />
      <span>{text.back}</span>
    </button>
  )
}

function LogoutButton() {
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = async (): Promise<void> => {
    if (!(await mayLogOut())) return
    setLeaving(true)
    await logout()
    await navigate({ href: paths.root.href() })
  }
  return (
    <button type="button" className={styles.end} disabled={leaving} onClick={() => void leave()}>
      <IconLogout size={ICON} aria-hidden />
      <span>{text.logout}</span>
    </button>
  )
}

function Brand() {
  const company = useCompany()
  return (
    <div className={styles.brand}>
      <CompanyMark company={company} size={36} />
      <span>{company?.NOM ?? appText.name}</span>
    </div>
  )
}

/** The frame of every customer screen, with a login or by a link: the company's colour and logo, large text, one column. */
export function SpaceFrame(props: { bar: ReactNode; greeting?: ReactNode; children: ReactNode }) {
  const { bar, greeting, children } = props
  const online = useOnline()
  return (
    <MantineThemeProvider theme={spaceTheme}>
      <div className={styles.space}>
        <SkipLink className={styles.skip ?? ''} />
        <header className={styles.header}>
          <div className={styles.bar}>{bar}</div>
          {greeting}
        </header>
        <main id={CONTENT} tabIndex={-1} className={styles.main}>
          {online ? null : (
            <p className={styles.notice} role="status">
              {text.offline}
            </p>
          )}
          {children}
        </main>
        <footer className={styles.footer}>
          <PrivacyLink />
        </footer>
      </div>
    </MantineThemeProvider>
  )
}

/** Header of a page without a login. */
export const PublicBar = Brand

function useAtHome(): boolean {
  return useLocation().pathname.replace(/\/$/, '') === paths.space.href()
}

/** The title of the home page, in its header (SPA-01). */
function Greeting() {
  return <h1 className={styles.greeting}>{useGreeting().greeting}</h1>
}

function SpaceBar() {
  const atHome = useAtHome()
  return (
    <>
      {atHome ? (
        <Brand />
      ) : (
        <>
          <BackButton />
          <Link to={paths.space.href()}>
            <IconHome size={ICON} aria-hidden />
            <span>{text.home}</span>
          </Link>
        </>
      )}
      <LogoutButton />
    </>
  )
}

function WithSession({ session }: { session: ClientSession }) {
  const companyId = session.company.id
  const clientId = session.account.id
  const atHome = useAtHome()
  const space = useMemo(() => ({ store: openSeenStore({ companyId, clientId }) }), [companyId, clientId])
  return (
    <SpaceContext value={space}>
      <SpaceFrame bar={<SpaceBar />} greeting={atHome ? <Greeting /> : undefined}>
        <Outlet />
      </SpaceFrame>
    </SpaceContext>
  )
}

/** The customer space: no local database of records, no synchronisation; stored answers stay readable (SPA-06). */
export function SpaceLayout() {
  const session = useClientSession()
  // Logged out in another tab, or during this tab's logout.
  if (!session) return <Navigate to={paths.root.href()} replace ignoreBlocker />
  return <WithSession session={session} />
}
