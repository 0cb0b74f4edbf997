import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { NOTICE_MS, NOTICE_WIDTH } from '../components/notices.tsx'
import { noticesText } from '../text/errors.ts'
import { SessionProvider } from './session.tsx'
import { colorSchemeManager, theme } from './theme.ts'

/** What every page stands in, login included. The dates provider belongs to the manager area (manager-layout.tsx). */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} defaultColorScheme="light">
      <SessionProvider>
        <ModalsProvider labels={{ confirm: noticesText.yes, cancel: noticesText.no }}>
          {children}
          <Notifications
            position="bottom-center"
            containerWidth={NOTICE_WIDTH}
            autoClose={NOTICE_MS}
            transitionDuration={300}
          />
        </ModalsProvider>
      </SessionProvider>
    </MantineProvider>
  )
}
