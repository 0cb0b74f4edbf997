import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { isAdminHost } from '../data/api/host.ts'
import { useHost } from '../data/session/host-state.ts'
import { useCompany, useIsSignedIn } from '../data/session/session.tsx'
import { applyCompanyTheme } from '../domain/company/company-theme.ts'
import { paths } from '../ui/navigation/paths.ts'
import { LoadingBar } from './loading-bar.tsx'
import { UpdatePrompt } from './update/update-prompt.tsx'
import { useKeptPlace } from './use-kept-place.ts'

const CompanyUnknown = lazy(() =>
  import('../features/login/company-unknown-screen.tsx').then((module) => ({ default: module.CompanyUnknownScreen })),
)

const ClientImpersonation = lazy(() =>
  import('./impersonation/client-impersonation.tsx').then((module) => ({ default: module.ClientImpersonation })),
)

/** Pages of one link, which need the network: nothing there works offline. */
const LINKED: readonly string[] = [paths.publicRdv.path, paths.publicQuote.path, paths.contactChange.path]

/** Around every page: loading bar, update prompt, the company's colour; and the page for a host that names no company. */
export function RootFrame() {
  const company = useCompany()
  const host = useHost()
  const signedIn = useIsSignedIn()
  const { pathname } = useLocation()
  useEffect(() => applyCompanyTheme(company), [company])
  useKeptPlace()
  // A signed-in device keeps working on its own data, even when another server answers for this host.
  const lost = host.state === 'unknown' && !signedIn && pathname !== paths.privacy.path
  return (
    <>
      <LoadingBar />
      {isAdminHost() && (
        <Suspense>
          <ClientImpersonation />
        </Suspense>
      )}
      {lost ? (
        <Suspense>
          <CompanyUnknown companies={host.companies} />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <UpdatePrompt quiet={LINKED.includes(pathname)} />
    </>
  )
}
