import type { SyncedResource } from '../../schemas/resources.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import type { Effect, Row } from './server.ts'

/** What the authors of deletions knew, to tell a record that an unseen edit kept from one that came back by itself (I5, MERGE-4, MERGE-7). */

/** The server states that a phone holds, by `resource/id`: the VERSION that it shows, and the epoch in which that VERSION counts. */
export type Knowledge = Record<string, { version: number; epoch: string }>

export interface Deletion {
  known: Knowledge
  /** Entries that the phone held when its person deleted the record, the deletion among them. */
  own: ReadonlySet<string>
}

/** The effects that the server had in an epoch. */
export interface EpochLog {
  epoch: string
  effects: readonly Effect[]
}

/** Whether the author of this deletion had the effect on their phone, in the present epoch or in one before. */
function isKnown({ known, own }: Deletion, id: string, logs: readonly EpochLog[]): boolean {
  if (own.has(id)) return true
  return logs.some(({ epoch, effects }) => {
    const effect = effects.find((one) => one.id === id)
    const state = effect && known[`${effect.resource}/${effect.record}`]
    return state !== undefined && state.epoch === epoch && effect !== undefined && effect.version <= state.version
  })
}

/** The record, and all that points to it: directly, or through a record that does. As `resource/id`. */
function concerned(rows: ReadonlyMap<string, Row[]>, resource: SyncedResource, id: string): Set<string> {
  const names = new Set([`${resource}/${id}`])
  const ids = [id]
  for (const one of ids)
    for (const [user, all] of rows) {
      if (user === 'conflit' || user === 'notification') continue
      for (const row of all) {
        const name = `${user}/${row.id}`
        if (names.has(name) || !mentions(row.values, one)) continue
        names.add(name)
        ids.push(row.id)
      }
    }
  return names
}

const mentions = (values: Row['values'], id: string): boolean =>
  Object.entries(values).some(([field, value]) => field !== 'stamps' && value === id)

interface Looked {
  deletion: Deletion
  entry: OutboxEntry
  /** The present epoch is the last one. */
  logs: readonly EpochLog[]
  rows: ReadonlyMap<string, Row[]>
  /** All entries of all phones. */
  entries: readonly OutboxEntry[]
}

export const isAlive = (row: Row | undefined): boolean => row !== undefined && !row.deleted && row.values.SUPPRIME !== 1

/**
 * Whether something explains that this record lives: an effect on it, or on what uses it, that its deleter did not have; or a record that uses it, which
 * the deleter's phone had deleted before, so that it hid the use, and which lives too.
 */
export function isExplained({ deletion, entry, logs, rows, entries }: Looked): boolean {
  const names = concerned(rows, entry.resource, entry.recordId)
  const deleting = entries.filter(({ action }) => action === 'delete')
  const hidden = deleting.filter(({ id, resource, recordId }) => {
    if (id === entry.id || !deletion.own.has(id) || !names.has(`${resource}/${recordId}`)) return false
    return isAlive(rows.get(resource)?.find((row) => row.id === recordId))
  })
  if (hidden.length > 0) return true
  // A deletion keeps nothing.
  const without = new Set(deleting.map(({ id }) => id))
  // After a restore, a creation that the deletion of its project had known restores it (HEAL-8).
  const created = logs.length === 1 ? [] : entries.filter(({ action }) => action === 'create')
  const again = new Set(created.flatMap(({ id, recordId }) => (recordId === entry.recordId ? [] : [id])))
  const present = logs.at(-1)?.effects ?? []
  return present.some(({ id, resource, record }) => {
    if (!names.has(`${resource}/${record}`) || without.has(id)) return false
    return again.has(id) || !isKnown(deletion, id, logs)
  })
}
