import { newRecord } from '../../../schemas/entity.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { PAGE_RESOURCES, paths } from '../../ui/navigation/paths.ts'
import { recordLabel } from './wording.ts'

type About = Pick<OutboxEntry, 'resource' | 'recordId'> & { patch?: OutboxEntry['patch'] }

export interface EntryLabel {
  /** « Client », « Rendez-vous ». */
  title: string
  label: string
  /** The record's page; null when it has none, or the record is not shown on this device. */
  href: string | null
  /** The record as it is shown, or as a refused creation would have made it; null when neither is on this device. */
  record: Values | null
}

/** The page of a record; null when its resource has none. A payment is on the page of its quote. */
function hrefOf(resource: SyncedResource, id: string, values: Values | null): string | null {
  if (resource === 'paiement') return values ? paths.resource.view('devis', String(values.IDDEVIS)) : null
  if (resource === 'soumission') return `${paths.rapport.href()}?soumission=${encodeURIComponent(id)}`
  const page = PAGE_RESOURCES.find((name) => name === resource)
  return page ? paths.resource.view(page, id) : null
}

/** What an entry is about, also when an unsent delete hides its record; a creation without a record is read from its patch. */
export function useEntryLabel({ resource, recordId, patch }: About): EntryLabel {
  const entity = entityOf(resource)
  const record = useRecords(resource, [recordId], { hidden: true })?.get(recordId)
  const shown = record !== undefined && record.sync.hidden !== 1
  const made = patch?.[entity.key] === recordId ? newRecord(entity, patch) : null
  // A filled report has no label of its own: its form's title is shown.
  const values = (record ?? made) as Values | null
  const form = resource === 'soumission' ? String(values?.IDRAPPORT ?? '') : ''
  const report = useRecords('rapport', [form])?.get(form)
  return {
    title: entity.title,
    label: report?.TITRE ?? recordLabel(resource, values),
    href: shown ? hrefOf(resource, recordId, values) : null,
    record: values,
  }
}
