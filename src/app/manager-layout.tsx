import '@mantine/dates/styles.css'
import { DatesProvider } from '@mantine/dates'
import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { LOCALE } from '../../schemas/dates.ts'
import { useKeptLogo } from '../components/documents/company-logo.ts'
import { useLater } from '../components/use-later.ts'
import { useKeptStaffPhotos } from '../components/use-staff-photo.ts'
import { LocalDataProvider } from '../db/local-data-provider.tsx'
import { useSyncState } from '../db/use-sync-status.ts'
import { isAdminHost } from './host.ts'
import { wantOverlays } from './overlays-state.ts'
import { useOptionalSession } from './session.tsx'
import { Shell } from './shell.tsx'
import { SyncContext } from './sync-context.ts'
import { VersionWait } from './version-wait.tsx'

const ManagerImpersonation = lazy(async () => ({
  default: (await import('./manager-impersonation.tsx')).ManagerImpersonation,
}))

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
  useKeptLogo(sync.status.online)
  useKeptStaffPhotos(sync.status.online)
  return <SyncContext value={sync}>{children}</SyncContext>
}
