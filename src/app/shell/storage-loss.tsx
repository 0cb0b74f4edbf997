import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { localDatabaseName } from '../../../sync/identity.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { acknowledgeLoss, useLoss } from '../../data/database/storage-mark.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { deviceStorageText } from '../../text/device-storage.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'

/** Shows, until it is acknowledged, that the browser cleared this device's data, and how many unsent entries were lost (WORK-11). */
export function StorageLoss() {
  const data = useLocalData()
  const loss = useLoss(data ? localDatabaseName(data.identity) : undefined)
  const zone = useZone()
  if (loss === null) return null
  const { loss: text } = deviceStorageText
  return (
    <Alert
      color={loss.waiting > 0 ? 'rouge' : 'ardoise'}
      icon={<IconAlertTriangle aria-hidden />}
      title={text.title}
      mb="md"
    >
      <p>{text.when({ whole: formatInstant(loss.wholeAt, zone), found: formatInstant(loss.foundAt, zone) })}</p>
      <p>{text.waiting(loss.waiting)}</p>
      <p>{loss.backAt === null ? text.coming : text.back(formatInstant(loss.backAt, zone))}</p>
      <p>{text.why}</p>
      <Group mt="sm">
        <Button variant="default" onClick={acknowledgeLoss}>
          {text.acknowledge}
        </Button>
        <Button component={Link} to={paths.synchronisation.href()} variant="subtle">
          {text.open}
        </Button>
      </Group>
    </Alert>
  )
}
