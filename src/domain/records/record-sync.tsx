import { Link } from '@tanstack/react-router'
import type { SyncedResource } from '../../../schemas/resources.ts'
import type { SyncMark } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import styles from '../../forms/resource.module.css'
import { resourceText } from '../../text/resource.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'

export type RecordSyncState = SyncMark['state'] | 'conflict'

const SHOWN = {
  pending: { label: resourceText.syncPending, hint: resourceText.syncPendingHint, color: 'grey' },
  refused: { label: resourceText.syncRefused, hint: resourceText.syncRefusedHint, color: 'red' },
  conflict: { label: resourceText.syncConflict, hint: resourceText.syncConflictHint, color: 'orange' },
} as const

/** The synchronisation state of one record (SYN-05), in lists; nothing when the server has it. */
export function SyncChip({ state }: { state: RecordSyncState }) {
  if (state === 'synced') return null
  const { label, hint, color } = SHOWN[state]
  return (
    <span title={hint}>
      <StateChip label={label} color={color} size="sm" />
    </span>
  )
}

/** A refusal comes before a conflict, since it needs a person first; a pending entry comes last. */
export function useRecordSync(resource: SyncedResource, id: string, mark: SyncMark): RecordSyncState {
  const conflicts = useLiveList('conflit', { selector: { RESSOURCE: resource, IDENREGISTREMENT: id, RESOLU: 0 } })
  if (mark.state === 'refused') return 'refused'
  return conflicts && conflicts.length > 0 ? 'conflict' : mark.state
}

/** The same on the record's own page, as a link to the synchronisation page where a person resolves it. */
export function SyncLink({ resource, id, mark }: { resource: SyncedResource; id: string; mark: SyncMark }) {
  const state = useRecordSync(resource, id, mark)
  if (state === 'synced') return null
  return (
    <Link to={paths.synchronisation.href()} className={styles.syncLink ?? ''} aria-label={SHOWN[state].hint}>
      <SyncChip state={state} />
    </Link>
  )
}
