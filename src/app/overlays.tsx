import '@mantine/notifications/styles.css'
import { ModalsProvider, useModals } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { noticesText } from '../text/errors.ts'
import { useLayer } from '../ui/navigation/layers.ts'
import styles from '../ui/notices/notices.module.css'
import { NOTICE_MS, NOTICE_SPEED_MS, NOTICE_WIDTH, NOTICES_AT_ONCE } from '../ui/notices/notices.tsx'
import { setOverlaysReady } from '../ui/notices/overlays-state.ts'

/** « Précédent » answers a question as its cross does. */
function ModalsLayer() {
  const { modals, closeModal } = useModals()
  const top = modals.at(-1)
  useLayer(top !== undefined, () => top && closeModal(top.id, true))
  return null
}

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
        limit={NOTICES_AT_ONCE}
        classNames={{ root: styles.notices ?? '' }}
      />
      <ModalsLayer />
      <Ready />
    </ModalsProvider>
  )
}
