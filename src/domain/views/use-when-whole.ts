import type { SyncedResource } from '../../../schemas/resources.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { areWhole } from '../../data/sync-status/use-pull-states.ts'
import { listViewsText as text } from '../../text/list-views.ts'
import { notices } from '../../ui/notices/notices.tsx'

/** What the files of lists read: rows, and the names of what these point to. Others, as documents or notices, stand in none. */
const LISTED: readonly SyncedResource[] = [
  'reference',
  'rapport',
  'personnel',
  'adresse',
  'client',
  'projet',
  'rdv',
  'devis',
  'paiement',
  'intervention',
  'soumission',
  'demande',
  'absence',
]

/**
 * Saves a file of what this device holds. Until the lists that the file reads are whole it says why not: the file would be taken for complete, and is what is
 * sent on (DAY-13). A list that was whole once is complete as of then, whatever became of other lists.
 */
export function useWhenWhole(resources: readonly SyncedResource[] = LISTED): (save: () => void) => void {
  const data = useLocalData()
  return (save) => {
    // At the press: a list may have got rows to come since the screen was shown (PULL-7).
    const isWhole = data === null ? Promise.resolve(false) : areWhole(data.db, resources)
    isWhole.then((yes) => (yes ? save() : notices.error(text.notWhole, text.notWholeTitle))).catch(notices.failure)
  }
}
