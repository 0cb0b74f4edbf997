import { mergePatch } from '../../schemas/merge.ts'
import { stepsFrom } from '../merges/alias.ts'
import { insertItems, kindOf } from '../merges/store.ts'
import { readRows, type StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from './changes.ts'
import { withoutZeroDates } from './check-body.ts'
import { isFromDevice } from './revive.ts'
import { withSignedItems } from './signed-items.ts'
import { type Mutation, nextVersion, stampOf, type WriteContext } from './write-types.ts'

/** Stands in the place of the deletion's mutation, in the tombstone of a record that was merged into another. */
export const MERGED = 'fusion'

/** The record went into another one of the same client. */
export const isMerged = ({ deleted, stamps }: Pick<StoredRow, 'deleted' | 'stamps'>): boolean =>
  deleted && stamps[TOMBSTONE]?.[1] === MERGED

/** A write, and where the merges that its author did not know of lead it. */
export interface Led {
  mutation: Mutation
  /** Records that went and that the write is about itself: they learn its edit too, for the day when the merge is undone. */
  gone: string[]
  /** Merges that, when they are undone, take what this write made along, and as which kind of item. */
  merges: { merge: string; kind: string }[]
}

/** The author may not have known of a merge: a device's write, or one that says what its author saw. */
export const mayNotKnow = (mutation: Mutation): boolean => isFromDevice(mutation) || mutation.base !== null

/**
 * A write that still names a client's record that was merged into another is about the kept one (MERGE-9): as the record that it edits, and as the one that it
 * points to. A deletion of a record that went is none of the kept one.
 */
export async function lead({ tx, mutation, entity }: WriteContext): Promise<Led> {
  const led: Led = { mutation, gone: [], merges: [] }
  if (!mayNotKnow(mutation)) return led
  const { resource, id, action } = mutation
  if (resource === 'client' && action !== 'create' && action !== 'delete') {
    const steps = await stepsFrom(tx, id, { held: true })
    const kept = steps.at(-1)?.into
    if (kept !== undefined)
      return { mutation: { ...mutation, id: kept }, gone: steps.map(({ from }) => from), merges: [] }
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.ref !== 'client') continue
    for (const part of ['patch', 'base'] as const) {
      const named = led.mutation[part]?.[name]
      const steps = typeof named === 'string' ? await stepsFrom(tx, named, { held: true }) : []
      const kept = steps.at(-1)?.into
      if (kept === undefined) continue
      led.mutation = { ...led.mutation, [part]: { ...led.mutation[part], [name]: kept } }
      if (part === 'patch')
        led.merges.push(...steps.map(({ merge }) => ({ merge, kind: kindOf(mutation.resource, name) })))
    }
  }
  return led
}

/** What this write made, or moved, hangs on the record that went: it goes back with it. */
export async function noteLed({ tx, mutation }: WriteContext, merges: Led['merges']): Promise<void> {
  for (const { merge, kind } of merges) await insertItems(tx, merge, kind, [mutation.id])
}

/** Locks the records that an edit is about, in the order of their ids, before any of them is changed. */
export const lockLed = (ctx: WriteContext, { mutation, gone }: Led): Promise<StoredRow[]> =>
  readRows(ctx.tx, { resource: 'client', ids: [mutation.id, ...gone], lock: 'update' })

/** The edit in a record that went: it stays a tombstone, and nobody else edits it. @returns its row, which the answer to the write is about */
export async function learn(ctx: WriteContext, row: StoredRow): Promise<StoredRow> {
  const { entity, mutation } = ctx
  const before = { ...row.record }
  const said = {
    patch: withoutZeroDates(entity, mutation.patch),
    base: mutation.base && withoutZeroDates(entity, mutation.base),
  }
  const { patch, base } = await withSignedItems(ctx, said, row.record)
  const merged = mergePatch({
    entity,
    server: row.record,
    stamps: row.stamps,
    patch,
    base: base && { ...row.record, ...base },
    stamp: stampOf(ctx, row.version),
  })
  row.record = merged.record
  row.stamps = merged.stamps
  row.version = nextVersion(row.version, mutation.counter)
  ctx.changes.update({ resource: 'client', row, before, fields: merged.changed })
  return row
}
