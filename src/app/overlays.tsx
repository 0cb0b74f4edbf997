import '@mantine/notifications/styles.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { noticesText } from '../text/errors.ts'
import { NOTICE_MS, NOTICE_SPEED_MS, NOTICE_WIDTH } from '../ui/notices/notices.tsx'
import { setOverlaysReady } from '../ui/notices/overlays-state.ts'

function Ready() {
  useEffect(setOverlaysReady, [])
  return null
}

/** Where dialogs and toasts appear. Its children come after the provider's listeners, so nothing is opened too early. */
export function Overlays() {
  return (
    <ModalsProvider labels={{ confirm: noticesText.yes, cancel: noticesText.no }}>
      <Notifications
        position="bottom-center"
        containerWidth={NOTICE_WIDTH}
        autoClose={NOTICE_MS}
        transitionDuration={NOTICE_SPEED_MS}
      />
      <Ready />
    </ModalsProvider>
  )
}
