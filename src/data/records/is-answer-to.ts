import type { SyncedResource } from '../../../schemas/resources.ts'
import { askedIds } from './asked-ids.ts'
import { NO_RECORDS } from './no-records.ts'
import type { Records } from './use-records.ts'

/** Whether these records are the answer to these ids, and not the former one that is kept until it comes. */
export const isAnswerTo = (
  records: Records<SyncedResource> | undefined,
  ids: readonly (string | null | undefined)[] | undefined,
): boolean =>
  records !== undefined &&
  ids !== undefined &&
  (records === NO_RECORDS ? askedIds(ids) === '' : (records.asked ?? askedIds(ids)) === askedIds(ids))
