import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from './use-live.ts'

const EMPTY: LocalRecord<'reference'>[] = []

/** One small list (natures, agencies, motives …) in the order the company gave it. */
export function useReferences(list: ReferenceList): LocalRecord<'reference'>[] {
  const rows = useLiveList('reference', { selector: { LISTE: list } })
  return rows ? [...rows].sort((a, b) => a.ORDRE - b.ORDRE || a.LIBELLE.localeCompare(b.LIBELLE, 'fr')) : EMPTY
}
