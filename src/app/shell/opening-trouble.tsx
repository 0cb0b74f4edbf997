import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useOpening } from '../../data/database/local-data-provider.tsx'
import { deviceStorageText } from '../../text/device-storage.ts'

/** Above a page whose local database does not open: why, and what helps. It disappears once the database is open. */
export function OpeningTrouble() {
  const { trouble, retry } = useOpening()
  if (trouble === null) return null
  const text = deviceStorageText.opening
  return (
    <Alert
      color={trouble === 'slow' ? 'ardoise' : 'rouge'}
      icon={<IconAlertTriangle aria-hidden />}
      title={trouble === 'slow' ? text.slowTitle : text.title}
      mb="md"
    >
      <p>{text.help[trouble]}</p>
      {trouble === 'slow' ? null : (
        <>
          <p>{text.kept}</p>
          <Button mt="sm" variant="default" onClick={retry}>
            {text.retry}
          </Button>
        </>
      )}
    </Alert>
  )
}
