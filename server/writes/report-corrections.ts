import type { MergeResult } from '../../schemas/merge.ts'
import { same } from '../../schemas/merge.ts'
import { type Correction, corrected } from '../../schemas/rules/report-corrections.ts'
import type { StoredRow } from '../repositories/rows.ts'
import type { WriteContext } from './write-types.ts'

/** The merge, with the correction that it is of a filled report: no body gives one (DAY-11). */
export function withCorrection(ctx: WriteContext, row: StoredRow, merged: MergeResult): MergeResult {
  if (ctx.mutation.resource !== 'soumission' || same(row.record.REPONSES, merged.record.REPONSES)) return merged
  const CORRECTIONS = corrected(row.record.CORRECTIONS as Correction[], {
    id: ctx.mutation.id,
    at: ctx.now.toISOString(),
    by: ctx.actor.staff.id,
    before: row.record.REPONSES as Correction['AVANT'],
    after: merged.record.REPONSES as Correction['AVANT'],
  })
  return { ...merged, record: { ...merged.record, CORRECTIONS }, changed: [...merged.changed, 'CORRECTIONS'] }
}
