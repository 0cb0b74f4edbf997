import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { acknowledgeLeftBehind, useLeftBehind } from '../../data/session/left-behind.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { leftBehindText as text } from '../../text/left-behind.ts'
import { teamDevicesText } from '../../text/team-devices.ts'
import { formatInstant } from '../../ui/format/format.ts'

/** Shows after a login, until it is acknowledged, what the person left unsent on a device at a logout and is not back (AUT-08). */
export function LeftBehind() {
  const left = useLeftBehind()
  const zone = useZone()
  if (left.length === 0) return null
  return (
    <Alert color="rouge" icon={<IconAlertTriangle aria-hidden />} title={text.title} mb="md">
      {left.map(({ agent, reported_at, entries, files, here }) => {
        const what = teamDevicesText.waiting(entries, files)
        const when = formatInstant(reported_at, zone)
        return (
          <p key={`${agent} ${reported_at}`}>
            {here ? text.here({ when, what }) : text.elsewhere({ device: agent, when, what })}
          </p>
        )
      })}
      <Group mt="sm">
        <Button variant="default" onClick={acknowledgeLeftBehind}>
          {text.acknowledge}
        </Button>
      </Group>
    </Alert>
  )
}
