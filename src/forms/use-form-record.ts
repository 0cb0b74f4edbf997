import { useState } from 'react'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { LocalRecord } from '../../sync/store/local-record.ts'
import { useLiveRecord } from '../data/records/use-live.ts'

export interface FormRecord<R extends SyncedResource> {
  /** As useLiveRecord gives it; once the record is deleted, its last state. */
  record: LocalRecord<R> | null | undefined
  /** Deleted, or no longer on this device, while a form over it was open. */
  gone: boolean
}

/** A deleted appointment keeps its row and says `SUPPRIME`. */
const isSoftDeleted = (record: object): boolean => 'SUPPRIME' in record && record.SUPPRIME === 1

/** The record that a form changes, as a live query; its last state stays after a deletion, so that the typed values are not lost (OUT-11). */
export function useFormRecord<R extends SyncedResource>(resource: R, id: string | null | undefined): FormRecord<R> {
  const live = useLiveRecord(resource, id)
  const [kept, setKept] = useState<{ id: string; record: LocalRecord<R> } | null>(null)
  const known = kept !== null && kept.id === id ? kept.record : null
  const gone = known !== null && !isSoftDeleted(known) && (live === null || (live !== undefined && isSoftDeleted(live)))
  if (live && id && !gone && live !== known) setKept({ id, record: live })
  // A query that starts again (another handle on the database) must not close the form either.
  return { record: gone || (live === undefined && known) ? known : live, gone }
}
