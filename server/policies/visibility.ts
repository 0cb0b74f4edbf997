import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { canSee, hasRows, oversees, PEOPLE_ALONE, type Staff } from '../../schemas/access.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { isOwn, isScoped, type StoredRow } from '../repositories/rows.ts'

/** Whether this staff member may see this row (tombstone or not). */
export function seesRow(staff: Staff, resource: SyncedResource, row: Pick<StoredRow, 'viewers'>): boolean {
  if (isOwn(resource)) return row.viewers.personnes.includes(staff.id)
  return isScoped(resource) ? canSee(staff, row.viewers, resource) : hasRows(staff, resource)
}

/** The same as `canSee` of schemas/access.ts, in SQL over the row's own viewers (a property test compares both). */
export function visible(staff: Staff, resource: SyncedResource): RawBuilder<SqlBool> {
  if (!isScoped(resource)) return hasRows(staff, resource) ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const invited = sql<SqlBool>`viewer_personnes @> array[${staff.id}]::text[]`
  if (isOwn(resource) || !oversees(staff, resource)) return invited
  // Only conflicts hold what their people alone see.
  if (resource === 'conflit' && staff.toutesAgences) {
    return sql<SqlBool>`(${invited} or viewer_agence is distinct from ${PEOPLE_ALONE})`
  }
  if (staff.toutesAgences) return sql<SqlBool>`true`
  return sql<SqlBool>`(${invited} or viewer_agence is null or viewer_agence = any(${[...staff.agences]}::text[]))`
}
