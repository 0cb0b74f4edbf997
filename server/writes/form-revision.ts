import { type MergeResult, same } from '../../schemas/merge.ts'
import type { StoredRow } from '../repositories/rows.ts'
import type { WriteContext } from './write-types.ts'

/**
 * The merge of a report form, whose version grows with its questions: two directors who change them at once give the same number, and reports that answer
 * the one form would bear the number of the other.
 */
export function withRevision({ mutation }: WriteContext, row: StoredRow, merged: MergeResult): MergeResult {
  const { record, stamps, changed } = merged
  const stored = row.record.REVISION as number
  if (mutation.resource !== 'rapport' || same(row.record.CHAMPS, record.CHAMPS)) return merged
  if ((record.REVISION as number) > stored) return merged
  return {
    ...merged,
    record: { ...record, REVISION: stored + 1 },
    // It goes with the questions, whoever wrote them.
    stamps: stamps.CHAMPS ? { ...stamps, REVISION: stamps.CHAMPS } : stamps,
    changed: [...new Set([...changed, 'REVISION'])],
  }
}
