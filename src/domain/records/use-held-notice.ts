import { type CommandName, HOLD_MS } from '../../../schemas/commands.ts'
import type { SyncedResource } from '../../../schemas/resources.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { resourceText } from '../../text/resource.ts'
import { notices } from '../../ui/notices/notices.tsx'

interface Held {
  message: string
  resource: SyncedResource
  id: string
  action: CommandName
}

/** Says that a command is kept which writes to a customer, with « Annuler » as long as it is held (OUT-12), with a network and without. */
export function useHeldNotice(): (held: Held) => void {
  const resolver = useResolver()
  const undo = async ({ resource, id, action }: Held): Promise<void> => {
    try {
      const withdrawn = await resolver?.withdraw(resource, id, action)
      notices.info(withdrawn ? resourceText.notSent : resourceText.alreadySent)
    } catch (error) {
      notices.failure(error)
    }
  }
  return (held) =>
    notices.action({
      message: held.message,
      label: resourceText.undo,
      forMs: HOLD_MS,
      onAction: () => void undo(held),
    })
}
