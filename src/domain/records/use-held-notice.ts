import { type CommandName, HOLD_MS } from '../../../schemas/commands.ts'
import type { SyncedResource } from '../../../schemas/resources.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { resourceText } from '../../text/resource.ts'
import { notices } from '../../ui/notices/notices.tsx'

interface Held {
  message: string
  resource: SyncedResource
  /** Of several records that were sent by one tap, all are taken back together. */
  id: string | readonly string[]
  action: CommandName
}

/** Says that a command is kept which writes to a customer, with « Annuler » as long as it is held (OUT-12), with a network and without. */
export function useHeldNotice(): (held: Held) => void {
  const resolver = useResolver()
  const undo = async ({ resource, id, action }: Held): Promise<void> => {
    try {
      let withdrawn = true
      for (const one of [id].flat()) withdrawn = Boolean(await resolver?.withdraw(resource, one, action)) && withdrawn
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
