import { Button, Modal, Stack, Text } from '@mantine/core'
import { leavingText } from '../../text/leaving.ts'
import { useLayer } from '../../ui/navigation/layers.ts'

/**
 * A logout with writes that the server does not have yet (AUT-08): synchronise first, keep them on this device, or stay. Nothing
 * is ever dropped here; closing the dialog means to stay.
 */
export function LogoutDialog({
  pendingCount,
  refusedCount,
  online,
  syncing,
  onSyncFirst,
  onKeep,
  onStay,
}: {
  pendingCount: number
  /** How many of them need a decision of the person, not only sending. */
  refusedCount: number
  online: boolean
  syncing: boolean
  onSyncFirst: () => void
  onKeep: () => void
  onStay: () => void
}) {
  const { logout } = leavingText
  useLayer(true, onStay)
  return (
    <Modal
      opened
      onClose={onStay}
      title={logout.title}
      closeButtonProps={{ 'aria-label': logout.stay }}
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">{logout.text(pendingCount)}</Text>
        <Text size="sm" c="dimmed">
          {logout.keepHint}
        </Text>
        {refusedCount > 0 && (
          <Text size="sm" c="dimmed">
            {logout.refused(refusedCount)}
          </Text>
        )}
        {!online && (
          <Text size="sm" c="dimmed">
            {logout.syncOffline}
          </Text>
        )}
        <Stack gap="xs" mt="xs">
          <Button onClick={onSyncFirst} disabled={!online} loading={syncing} data-autofocus>
            {logout.syncFirst}
          </Button>
          <Button variant="default" onClick={onKeep} disabled={syncing}>
            {logout.keep}
          </Button>
          <Button variant="subtle" color="ardoise" onClick={onStay}>
            {logout.stay}
          </Button>
        </Stack>
        <Text size="xs" c="dimmed" role="status">
          {syncing ? logout.syncing(pendingCount) : ''}
        </Text>
      </Stack>
    </Modal>
  )
}
