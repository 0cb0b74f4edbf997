import { type RawBuilder, sql } from 'kysely'
import { knows } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { type Use, usesOf } from '../../schemas/uses.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRows, type StoredRow } from '../repositories/rows.ts'
import type { WriteContext } from './write-types.ts'

interface Used {
  resource: SyncedResource
  id: string
}

const pointsTo = ({ field, kind }: Use, id: string): RawBuilder<unknown> =>
  kind ? sql`${sql.ref(field)} = ${id} and ${sql.ref(kind.field)} = ${kind.value}` : sql`${sql.ref(field)} = ${id}`

/** A report of an appointment belongs to the appointment's project (rootOf). */
const ofItsAppointments = (projet: string): RawBuilder<unknown> => sql`"IDPROJET" is null and "IDRDV" in
  (select rdv."IDRDV" from rdv where rdv.company_id = soumission.company_id and rdv."IDPROJET" = ${projet})`

/** Which of these records something that is not deleted points to. */
export async function usedAmong(tx: Tx, resource: SyncedResource, ids: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const { resource: user, field, kind } of ids.length === 0 ? [] : usesOf(resource)) {
    const isKind = kind ? sql`and ${sql.ref(kind.field)} = ${kind.value}` : sql``
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(field)} as id
      from ${sql.table(entityOf(user).table)} where company_id = current_setting('app.company_id') and not deleted
      and ${sql.ref(field)} = any(${ids}::text[]) ${isKind}`.execute(tx)
    for (const { id } of rows) used.add(id)
  }
  return used
}

/** Ids of the records that use this one, by resource: those that are not deleted, or the tombstones. */
export async function usersOf(tx: Tx, { resource, id }: Used, deleted = false): Promise<Map<SyncedResource, string[]>> {
  const wanted = usesOf(resource).map((use) => ({ resource: use.resource, where: pointsTo(use, id) }))
  if (resource === 'projet') wanted.push({ resource: 'soumission', where: ofItsAppointments(id) })
  const found = new Map<SyncedResource, string[]>()
  for (const one of wanted) {
    const { table, key } = entityOf(one.resource)
    const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
      where company_id = current_setting('app.company_id') and deleted = ${deleted} and ${one.where}
      order by 1`.execute(tx)
    if (rows.length === 0) continue
    found.set(one.resource, [...new Set([...(found.get(one.resource) ?? []), ...rows.map((row) => row.id)])])
  }
  return found
}

/** An edit that a deletion must not remove: its author, null where the author is unknown. */
export interface Unseen {
  author: string | null
}

/**
 * MERGE-7: edits of records that use this one, of which the deleter did not know; null when there is none. For a project, whose contents are deleted with it,
 * also edits of records that they knew. A caller that says nothing of what they know means the record as it is; an older app, which says the VERSION alone,
 * knows only the edits of its own account.
 */
export async function unseenUse(ctx: WriteContext, row: StoredRow): Promise<Unseen | null> {
  const { resource, uses, seen } = ctx.mutation
  const goesAlong = resource === 'projet'
  if (!uses && (seen === null || !goesAlong)) return null
  for (const [user, ids] of await usersOf(ctx.tx, { resource, id: row.id })) {
    for (const one of await readRows(ctx.tx, { resource: user, ids })) {
      const unseen = unseenIn(ctx, { user, row: one, edits: goesAlong })
      if (unseen) return unseen
    }
  }
  return null
}

interface Looked {
  user: SyncedResource
  row: StoredRow
  /** Whether an edit of a record that they knew counts too. */
  edits: boolean
}

function unseenIn({ mutation: { uses }, actor }: WriteContext, { user, row, edits }: Looked): Unseen | null {
  // An appointment that somebody removed is no work, as the tombstones of other resources are none: it goes along with its project.
  if (edits && user === 'rdv' && row.record.SUPPRIME === 1) return null
  const stamps = Object.values(row.stamps)
  if (!uses) {
    const theirs = [row.createdBy, ...stamps.map((stamp) => stamp[2])].find((author) => author !== actor.staff.id)
    return theirs === undefined ? null : { author: theirs }
  }
  const version = uses.known[user]?.[row.id]
  if (version === undefined) return { author: row.createdBy }
  if (!edits) return null
  const edit = stamps.find((stamp) => !knows(version, stamp) && !uses.mine.includes(stamp[1]))
  return edit ? { author: edit[2] } : null
}
