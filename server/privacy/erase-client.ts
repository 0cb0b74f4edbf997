import { sql } from 'kysely'
import { newRecord } from '../../schemas/entity.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf, isSynced, type SyncedResource } from '../../schemas/resources.ts'
import { keptRecord, mergedInto } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'
import { EVERYONE, readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { type Changes, createChanges, TOMBSTONE } from '../writes/changes.ts'
import { erasedStamps, isErased } from '../writes/erased.ts'
import { nextVersion } from '../writes/write-types.ts'
import { beginErasing } from './erasing.ts'
import { eraseFormerWords, formerProjects } from './former-clients.ts'
import { type FoundClient, findClient, type Records, recordsOf } from './found.ts'
import { KEPT_FIELDS, type Kept, keptOf } from './kept.ts'
import { neutralRecord } from './neutral.ts'
import { SPEAKING } from './tables.ts'

export interface Erased {
  hints: Hint[]
  erased: Records
  kept: Kept
  /** Keys of bytes that no row names any more: remove them from the store after the commit. */
  keys: string[]
}

/**
 * Erases a customer in the transaction's company: their records become tombstones, empty or with the content that the law obliges to keep, and other texts
 * about them are deleted (tables.ts). Safe to repeat.
 * @param named their record, or one that was merged into it
 * @param also ids that an erasure before a restore had: a missing one gets a tombstone, so that a device cannot send the record again
 */
export async function eraseClient(
  tx: Tx,
  named: string,
  also: Readonly<Record<string, string[]>> = {},
): Promise<Erased> {
  const id = await keptRecord(tx, named)
  await lock(tx, id)
  await beginErasing(tx)
  const found = await findClient(tx, id)
  for (const [resource, ids] of Object.entries(also)) {
    if (isSynced(resource)) found.records.set(resource, [...new Set([...(found.records.get(resource) ?? []), ...ids])])
  }
  const kept = await keptOf(tx, found)
  const changes = createChanges()
  const erased: Records = new Map()
  for (const [resource, ids] of found.records) {
    const locked = new Set(kept.records.get(resource) ?? [])
    const rows = await readRows(tx, { resource, ids, lock: 'update' })
    for (const row of rows) eraseRow(changes, { resource, row, why: locked.has(row.id) ? 'garde' : 'effacement' })
    const there = new Set(rows.map((row) => row.id))
    for (const missing of ids) if (!there.has(missing)) leaveTombstone(changes, resource, missing)
    const gone = ids.filter((one) => !locked.has(one))
    if (gone.length > 0) erased.set(resource, gone)
  }
  await eraseFormerWords(tx, changes, found.ids)
  // Searching these tables takes long: before the company's counter, for which every write of the company waits.
  await eraseBeside(tx, found, { late: false })
  const keys = await releaseBytes(tx, erased.get('fichier') ?? [])
  const hints = await changes.flush(tx)
  await eraseBeside(tx, found, { late: true })
  return { hints, erased, kept, keys }
}

/** Locks the projects before the customer, as every writer does: nobody adds anything to them meanwhile. */
async function lock(tx: Tx, id: string): Promise<void> {
  const projects = (await recordsOf(tx, id)).get('projet') ?? []
  const former = await formerProjects(tx, await mergedInto(tx, id))
  await readRows(tx, { resource: 'projet', ids: [...new Set([...projects, ...former])], lock: 'update' })
  await readRow(tx, { resource: 'client', id, lock: 'update' })
}

interface ErasedRow {
  resource: SyncedResource
  row: StoredRow
  why: 'effacement' | 'garde'
}

function eraseRow(changes: Changes, { resource, row, why }: ErasedRow): void {
  if (isErased(row)) return
  const entity = entityOf(resource)
  const keep = why === 'garde' ? (KEPT_FIELDS[resource] ?? []) : []
  const before = row.record
  if (keep !== 'all') row.record = neutralRecord(entity, before, keep)
  row.deleted = true
  row.stamps = erasedStamps(why)
  row.version = nextVersion(row.version, null)
  changes.update({ resource, row, before, fields: [TOMBSTONE, ...(keep === 'all' ? [] : Object.keys(entity.fields))] })
}

/** For a record that a restored database does not have: otherwise its author's device would send it again. */
function leaveTombstone(changes: Changes, resource: SyncedResource, id: string): void {
  const entity = entityOf(resource)
  const record = neutralRecord(entity, { ...newRecord(entity, {}), [entity.key]: id })
  for (const [name, field] of Object.entries(entity.fields)) if (field.required) record[name] ??= ''
  if (resource === 'fichier')
    Object.assign(record, { RESSOURCE: 'projet', TYPE_MIME: 'application/pdf', TAILLE: 0, ORIGINE: 'document' })
  changes.insert(resource, {
    id,
    record,
    version: 1,
    seq: 0,
    deleted: true,
    stamps: erasedStamps('effacement'),
    createdBy: null,
    viewers: EVERYONE,
  })
}

const MINE = sql`company_id = current_setting('app.company_id')`

async function eraseBeside(tx: Tx, found: FoundClient, now: { late: boolean }): Promise<void> {
  for (const { table, where, erase, late = false } of SPEAKING) {
    if (erase === 'garde' || late !== now.late) continue
    if (erase === 'supprime') {
      await sql`delete from ${sql.table(table)} where ${MINE} and ${where(found)}`.execute(tx)
    } else {
      await sql`update ${sql.table(table)} set ${erase.set(found)} where ${MINE} and ${where(found)}`.execute(tx)
    }
  }
}

/** Pieces of unfinished uploads too. @returns keys of the store */
async function releaseBytes(tx: Tx, files: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`delete from stored_bytes where ${MINE}
    and fichier_id = any(${[...files]}::text[]) returning key`.execute(tx)
  return rows.map(({ key }) => key)
}
