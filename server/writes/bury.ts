import type { Stamp } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { readRows, type StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from './changes.ts'
import { usersOf } from './uses.ts'
import { nextVersion, stampOf, type WriteContext } from './write-types.ts'

/** Counter of a tombstone that the deletion of its project made: that deletion's counter says nothing about this record's edits. */
const WITH_PROJECT = 0

/** Makes a tombstone of a locked row; the deletion of a project also deletes what belongs to it. */
export async function bury(ctx: WriteContext, row: StoredRow): Promise<void> {
  const { resource } = ctx.mutation
  buryRow(ctx, resource, row)
  if (resource !== 'projet') return
  for (const [kind, ids] of await usersOf(ctx.tx, { resource, id: row.id })) {
    // What a customer asked for is no part of the project: it waits for an answer still.
    if (kind === 'demande') continue
    for (const dependent of await readRows(ctx.tx, { resource: kind, ids, lock: 'update' })) {
      buryRow(ctx, kind, dependent)
    }
  }
}

/** The row was deleted with its project. */
export const deletedWithProject = (row: StoredRow): boolean => row.stamps[TOMBSTONE]?.[0] === WITH_PROJECT

export function buryRow(ctx: WriteContext, resource: SyncedResource, row: StoredRow): void {
  const mine = resource === ctx.mutation.resource && row.id === ctx.mutation.id
  const [counter, mutation, author, , former] = stampOf(ctx, row.version)
  row.deleted = true
  row.version = nextVersion(row.version, mine ? ctx.mutation.counter : null)
  // The stamp tells which VERSION the deletion made.
  const stamp: Stamp = [mine ? counter : WITH_PROJECT, mutation, author, row.version]
  if (mine && former) stamp.push(former)
  row.stamps = { ...row.stamps, [TOMBSTONE]: stamp }
  ctx.changes.update({ resource, row, before: row.record, fields: [TOMBSTONE] })
}
