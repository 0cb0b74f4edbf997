import { ChecklistEntry } from '../../../schemas/checklist.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { companyApi } from '../online/company-api.ts'
import { type Reading, useReading } from '../online/use-reading.ts'

/**
 * The company's checklist, for its directors. Only the server can tell it: no device holds the company's services.
 * @param wanted false: nothing is asked
 */
export function useChecklist(wanted = true): Reading<ChecklistEntry[]> {
  const { online } = useSync().status
  return useReading(online && wanted, (signal) => companyApi.list('/entreprise/mise_en_route', ChecklistEntry, signal))
}
