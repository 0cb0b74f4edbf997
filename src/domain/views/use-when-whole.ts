import { useSync } from '../../data/sync-status/sync-context.ts'
import { listViewsText as text } from '../../text/list-views.ts'
import { notices } from '../../ui/notices/notices.tsx'

/**
 * Saves a file of what this device holds. Until a first synchronisation was whole it says why not: the file would be taken for complete, and is what is sent on
 * (DAY-13). A device that was whole once is complete as of then.
 */
export function useWhenWhole(): (save: () => void) => void {
  const { lastSync } = useSync().status
  return (save) => {
    if (lastSync === null) notices.error(text.notWhole, text.notWholeTitle)
    else save()
  }
}
