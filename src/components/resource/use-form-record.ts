import { useState } from 'react'
import type { SyncedResource } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveRecord } from '../../db/use-live.ts'

export interface FormRecord<R extends SyncedResource> {
  /** As of useLiveRecord, but once there it stays: as it was last when it goes. */
  record: LocalRecord<R> | null | undefined
  /** Deleted, or no longer on this device, while a form over it stood open. */
  gone: boolean
}

/** An appointment is not removed when it is deleted: it is set aside. */
const isSetAside = (record: object): boolean => 'SUPPRIME' in record && record.SUPPRIME === 1

/** The record that a form changes: live, and kept when it goes, so that what was typed over it does not go with it (OUT-11). */
export function useFormRecord<R extends SyncedResource>(resource: R, id: string | null | undefined): FormRecord<R> {
  const live = useLiveRecord(resource, id)
  const [kept, setKept] = useState<{ id: string; record: LocalRecord<R> } | null>(null)
  const known = kept !== null && kept.id === id ? kept.record : null
  const gone = known !== null && !isSetAside(known) && (live === null || (live !== undefined && isSetAside(live)))
  if (live && id && !gone && live !== known) setKept({ id, record: live })
  // What is asked for again (another handle on the database) is no reason to close the form either.
  return { record: gone || (live === undefined && known) ? known : live, gone }
}
