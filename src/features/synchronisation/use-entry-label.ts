import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { OutboxEntry } from '../../../sync/outbox-entry.ts'
import { PAGE_RESOURCES, paths } from '../../app/paths.ts'
import { useRecords } from '../../db/use-records.ts'
import { recordLabel } from './wording.ts'

type About = Pick<OutboxEntry, 'resource' | 'recordId'> & { patch?: OutboxEntry['patch'] }

export interface EntryLabel {
  /** « Client », « Rendez-vous ». */
  title: string
  label: string
  /** The record's page; null when it has none, or the record is not shown on this device. */
  href: string | null
}

/** What an entry is about, also when an unsent delete hides its record; a creation that left no record is read from its patch. */
export function useEntryLabel({ resource, recordId, patch }: About): EntryLabel {
  const entity = entityOf(resource)
  const record = useRecords(resource, [recordId], { hidden: true })?.get(recordId)
  const page = PAGE_RESOURCES.find((name) => name === resource)
  const made = patch?.[entity.key] === recordId ? newRecord(entity, patch) : null
  return {
    title: entity.title,
    label: recordLabel(resource, record ?? made),
    href: record && record.sync.hidden !== 1 && page ? paths.resource.view(page, recordId) : null,
  }
}
