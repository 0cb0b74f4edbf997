import '@mantine/dates/styles.css'
import { DatesProvider } from '@mantine/dates'
import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useReducer } from 'react'
import { LOCALE } from '../../../schemas/dates.ts'
import { isAdminHost } from '../../data/api/host.ts'
import { LocalDataProvider } from '../../data/database/local-data-provider.tsx'
import { useOptionalSession } from '../../data/session/session.tsx'
import { SyncContext } from '../../data/sync-status/sync-context.ts'
import { useSyncState } from '../../data/sync-status/use-sync-status.ts'
import { useLater } from '../../ui/hooks/use-later.ts'
import { wantOverlays } from '../../ui/notices/overlays-state.ts'
import { VersionWait } from '../update/version-wait.tsx'
import { Shell } from './shell.tsx'

const ManagerImpersonation = lazy(async () => ({
  default: (await import('../impersonation/manager-impersonation.tsx')).ManagerImpersonation,
}))

const Later = lazy(() =>
  import('./later.tsx').then(
    (module) => ({ default: module.Later }),
    // The page works without it.
    () => ({ default: () => <></> }),
  ),
)

const DATES = { locale: LOCALE, firstDayOfWeek: 1, weekendDays: [0], consistentWeeks: false } as const

/** The manager area: dates in French with Monday first, the local database and its synchronisation, the shell. */
export function ManagerLayout() {
  const session = useOptionalSession()
  // Earlier when a dialog or toast must open (overlays-state.ts).
  useLater(wantOverlays)
  // Between logout and the navigation to login there is nothing to show.
  if (!session) return null
  return (
    <DatesProvider settings={{ ...DATES, weekendDays: [...DATES.weekendDays] }}>
      <LocalDataProvider>
        <WithSync>
          {isAdminHost() && (
            <Suspense>
              <ManagerImpersonation />
            </Suspense>
          )}
          <Shell>
            <Outlet />
          </Shell>
          <VersionWait />
        </WithSync>
      </LocalDataProvider>
    </DatesProvider>
  )
}

/** Gives the synchronisation's state to the shell. */
function WithSync({ children }: { children: ReactNode }) {
  const sync = useSyncState()
  const [isLater, wait] = useReducer(() => true, false)
  useLater(wait)
  return (
    <SyncContext value={sync}>
      {children}
      {isLater && (
        <Suspense>
          <Later />
        </Suspense>
      )}
    </SyncContext>
  )
}
