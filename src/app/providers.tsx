import { MantineProvider } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { SessionProvider } from '../data/session/session.tsx'
import { useOverlaysWanted } from '../ui/notices/overlays-state.ts'
import { colorSchemeManager, theme } from '../ui/theme.ts'

const Overlays = lazy(() => import('./overlays.tsx').then((module) => ({ default: module.Overlays })))

/** The providers of every page, login included. The dates provider belongs to the manager area (manager-layout.tsx). */
export function Providers({ children }: { children: ReactNode }) {
  const overlays = useOverlaysWanted()
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto">
      <SessionProvider>
        {children}
        {overlays && (
          <Suspense>
            <Overlays />
          </Suspense>
        )}
      </SessionProvider>
    </MantineProvider>
  )
}
