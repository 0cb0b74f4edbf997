import { type RawBuilder, sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { rootOf } from './project-scope.ts'
import type { LockContext } from './write-types.ts'

/** The record moved to another project between the two reads: the write runs again from its start. */
export class StaleRoot extends Error {}

/** Ids of the projects that a stored record belongs to. */
function storedRoots(resource: SyncedResource, id: string): RawBuilder<unknown> {
  const company = sql`company_id = current_setting('app.company_id')`
  switch (resource) {
    case 'projet':
      return sql`select ${id}::text`
    case 'rdv':
      return sql`select "IDPROJET" from rdv where ${company} and "IDRDV" = ${id}`
    case 'devis':
      return sql`select "IDPROJET" from devis where ${company} and "IDDEVIS" = ${id}`
    case 'intervention':
      return sql`select "IDPROJET" from intervention where ${company} and "IDINTERVENTION" = ${id}`
    case 'fichier':
      return sql`select "IDPROJET" from fichier where ${company} and "IDFICHIER" = ${id}`
    case 'paiement':
      return sql`select "IDPROJET" from paiement where ${company} and id = ${id}`
    case 'demande':
      return sql`select "IDPROJET" from demande where ${company} and id = ${id}`
    case 'soumission':
      return sql`select coalesce(s."IDPROJET", r."IDPROJET") from soumission s
        left join rdv r on r.company_id = s.company_id and r."IDRDV" = s."IDRDV"
        where s.company_id = current_setting('app.company_id') and s."IDSOUMISSION" = ${id}`
    default:
      return sql`select null::text`
  }
}

const HANGING: readonly SyncedResource[] = [
  'projet',
  'rdv',
  'devis',
  'intervention',
  'soumission',
  'fichier',
  'paiement',
  'demande',
]

/**
 * Locks, in the order of their ids, the projects that a record belongs to and those that the write moves it to. A write under a project holds the project,
 * because its viewers and state are computed from everything that belongs to it.
 */
async function lockRoots(ctx: LockContext, resource: SyncedResource, values: Values): Promise<Set<string>> {
  if (!HANGING.includes(resource)) return new Set()
  const target = await rootOf(ctx.tx, resource, resource === 'projet' ? { IDPROJET: ctx.mutation.id } : values)
  const { rows } = await sql<{ id: string }>`select "IDPROJET" as id from projet
    where company_id = current_setting('app.company_id')
    and "IDPROJET" = any(array(${storedRoots(resource, ctx.mutation.id)}) || array[${target}]::text[])
    order by "IDPROJET" for update`.execute(ctx.tx)
  return new Set(rows.map((row) => row.id))
}

/** Locks the roots of a record about to be created. */
export async function lockForCreate(ctx: LockContext, body: Values): Promise<StoredRow | null> {
  await lockRoots(ctx, ctx.mutation.resource, body)
  return readRow(ctx.tx, { resource: ctx.mutation.resource, id: ctx.mutation.id, lock: 'update' })
}

/** Locks a stored record after its projects. Throws StaleRoot when it moved meanwhile; null when there is none. */
export async function lockForChange(ctx: LockContext, patch: Values): Promise<StoredRow | null> {
  const { resource, id } = ctx.mutation
  const roots = await lockRoots(ctx, resource, patch)
  const row = await readRow(ctx.tx, { resource, id, lock: 'update' })
  if (row && HANGING.includes(resource)) {
    const root = await rootOf(ctx.tx, resource, row.record)
    if (root !== null && !roots.has(root)) throw new StaleRoot(resource)
  }
  return row
}
