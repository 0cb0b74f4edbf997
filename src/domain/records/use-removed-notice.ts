import { HELD_DELETIONS, HOLD_MS } from '../../../schemas/commands.ts'
import type { SyncedResource } from '../../../schemas/resources.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { resourceText } from '../../text/resource.ts'
import { type Ask, notices } from '../../ui/notices/notices.tsx'

const UNDO_MS = HOLD_MS

/**
 * Says that a record is deleted, with « Annuler » for some seconds where that is possible: an appointment is only soft-deleted, any other record can
 * be restored as long as its deletion was not sent; that of a filled report waits for it (OUT-12).
 */
export function useRemovedNotice(): (resource: SyncedResource, id: string, ask?: Ask) => void {
  const commands = useCommands()
  const resolver = useResolver()
  const { online } = useSync().status

  const undo = async (resource: SyncedResource, id: string): Promise<void> => {
    try {
      const withdrawn = (await resolver?.withdraw(resource, id, 'delete')) === true
      if (!withdrawn && resource !== 'rdv') {
        notices.info(resourceText.undoTooLate)
        return
      }
      if (!withdrawn) await commands.restore('rdv', id)
      notices.info(resourceText.undone)
    } catch (error) {
      notices.failure(error)
    }
  }
  return (resource, id, ask) => {
    if (resource !== 'rdv' && online && !HELD_DELETIONS.includes(resource)) {
      // The deletion is sent before anybody has read the notice.
      notices.success(resourceText.removedNotice)
      return
    }
    notices.action({
      message: resourceText.removedNotice,
      label: resourceText.undo,
      forMs: UNDO_MS,
      onAction: () => void undo(resource, id),
      ask,
    })
  }
}
