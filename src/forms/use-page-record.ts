import { useSyncExternalStore } from 'react'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { LocalRecord } from '../../sync/store/local-record.ts'
import { dirtyForms } from '../data/version/dirty-forms.ts'
import { useFormRecord } from './use-form-record.ts'

/**
 * The record of a page, live: undefined until it is read, null when this device has none. Its last state stays while a sheet over the page holds words that are
 * not saved: the office may give the record to a colleague meanwhile, and the sheet would go with the page, without a word.
 */
export function usePageRecord<R extends SyncedResource>(resource: R, id: string): LocalRecord<R> | null | undefined {
  const { record, gone } = useFormRecord(resource, id)
  const isWriting = useSyncExternalStore(dirtyForms.subscribe, dirtyForms.wouldAsk)
  return gone && !isWriting ? null : record
}
