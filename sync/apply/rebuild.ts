import { type Entity, newRecord, withDerived } from '../../schemas/entity.ts'
import { overlay, type Values } from '../../schemas/merge.ts'
import { containedIn, inOrder, isRefused, type OutboxEntry } from '../store/outbox-entry.ts'

export interface Rebuilt {
  /** What the device shows; null when there is no such record (any more). */
  record: Values | null
  state: 'synced' | 'pending' | 'refused'
  hidden: boolean
  /** True when the shown values are not simply the server's. */
  overlaid: boolean
}

export interface RebuildInput {
  entity: Entity
  server: Values | null
  at: { seq: number; epoch: string }
  /** Open entries of this record, any order. */
  entries: readonly OutboxEntry[]
}

/**
 * OUT-5: server state + open entries, in order. Pure: called again whenever either changes, so an overlay can always be removed.
 * A refused edit stays visible for its author to correct; a refused delete shows the record again. What was set apart still waits.
 */
export function rebuild({ entity, server, at, entries }: RebuildInput): Rebuilt {
  let record = server
  let hidden = false
  const open = [...entries].sort(inOrder).filter((entry) => !containedIn(entry, at))
  for (const entry of open) {
    if (entry.action === 'create') {
      record ??= newRecord(entity, entry.patch)
    } else if (entry.action === 'delete' && Object.keys(entry.patch).length === 0) {
      hidden = !isRefused(entry)
    } else if (record !== null && !(entry.action === 'delete' && isRefused(entry))) {
      record = overlay(entity, record, entry.patch, entry.base ?? {})
    }
  }
  return {
    record: record === null ? null : withDerived(entity, record),
    state: open.some(isRefused) ? 'refused' : open.length > 0 ? 'pending' : 'synced',
    hidden: hidden && record !== null,
    overlaid: open.length > 0,
  }
}
