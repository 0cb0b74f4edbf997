import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTightRoom } from '../../data/database/storage-room.ts'
import { appText } from '../../text/app.ts'
import { deviceStorageText } from '../../text/device-storage.ts'
import { formatBytes } from '../../ui/format/format.ts'

/** Says on every page, before writes fail, that the device is nearly full (WORK-11). Closed, it comes back at the next start; « Synchronisation » keeps it. */
export function TightRoom() {
  const left = useTightRoom()
  const [isClosed, setIsClosed] = useState(false)
  if (left === null || isClosed) return null
  return (
    <Alert
      color="rouge"
      icon={<IconAlertTriangle aria-hidden />}
      mb="md"
      withCloseButton
      closeButtonLabel={appText.close}
      onClose={() => setIsClosed(true)}
    >
      {deviceStorageText.tightRoom(formatBytes(left))}
    </Alert>
  )
}
