import { Alert } from '@mantine/core'
import { interventionsText as text } from '../../text/interventions.ts'

/** Said where something is being typed about works that left this device meanwhile. */
export function GoneNotice({ gone }: { gone: boolean }) {
  return gone ? (
    <Alert color="rouge" mb="md">
      {text.siteGone}
    </Alert>
  ) : null
}
