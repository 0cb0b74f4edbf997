import type { Entity } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type ResourceRecord, type SyncedResource } from '../../schemas/resources.ts'

/** Generation of a record that a resync did not bring: only its open entries keep it, and it is removed with the last of them. */
export const LEFT = -1

/** The sync's own marks on a local record. */
export interface SyncMark {
  /** seq and epoch of the server state that was applied; 0 and '' while the server does not know the record. */
  seq: number
  epoch: string
  /** Generation of the resync that last applied it (PULL-7), or LEFT. */
  gen: number
  state: 'synced' | 'pending' | 'refused'
  /** 1 while an unsent delete hides it (OUT-6). */
  hidden: 0 | 1
  /** The server's values under the overlay; null when there is no overlay, or no server state. */
  master: Values | null
}

export type LocalRecord<R extends SyncedResource> = ResourceRecord<R> & { sync: SyncMark }

/** A stored document of any local collection. */
export type LocalDoc = Values & { VERSION: number; sync: SyncMark; _deleted: boolean }

/** Only the entity's fields and VERSION: marks, search keys and RxDB's own fields left out. */
export function entityValues(entity: Entity, doc: Values): Values {
  const values: Values = { VERSION: doc.VERSION ?? 0 }
  for (const name of Object.keys(entity.fields)) values[name] = doc[name] ?? null
  return values
}

/**
 * False for a damaged document (an interrupted browser write, an extension). Screens leave it out, so that one record does not break a whole list,
 * and the worker refetches it.
 */
export function isReadable(resource: SyncedResource, doc: Values): boolean {
  const entity = entityOf(resource)
  const mark = doc.sync as SyncMark | undefined
  if (typeof mark !== 'object' || mark === null || typeof mark.seq !== 'number') return false
  return Object.entries(entity.fields).every(([name, field]) => {
    if (!field.required) return true
    const value = doc[name]
    const list = field.column.endsWith('[]') || Array.isArray(field.initial)
    return list ? Array.isArray(value) : value !== null && value !== undefined
  })
}
