import { ChecklistEntry } from '../../../schemas/checklist.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { companyApi } from '../../domain/online/company-api.ts'
import { type Reading, useReading } from '../../domain/online/use-reading.ts'

/** The company's checklist, which only the server can tell: no device holds its services. */
export function useChecklist(): Reading<ChecklistEntry[]> {
  const { online } = useSync().status
  return useReading(online, (signal) => companyApi.list('/entreprise/mise_en_route', ChecklistEntry, signal))
}
