import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../schemas/entity.ts'
import { AppError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { isRestoredByUse } from '../../schemas/uses.ts'
import { keptRecord } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'
import { isScoped } from '../repositories/rows.ts'
import { reaches } from './leaver.ts'
import { StaleRoot } from './locks.ts'
import { isFromDevice, reviveUsed } from './revive.ts'
import { mayReportLate } from './taken-off.ts'
import type { WriteContext } from './write-types.ts'

interface Reference {
  /** A resource, or `liste:NATURE_RDV`. */
  to: string
  id: string
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** What `record` points to through the given fields and did not point to in `before`. */
function newReferences(entity: Entity, { record, before }: { record: Values; before: Values | null }): Reference[] {
  const found: Reference[] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.ref === undefined || field.merge === 'server') continue
    const known = new Set(idsIn(before?.[name]))
    for (const id of idsIn(record[name])) if (!known.has(id)) found.push({ to: field.ref, id })
  }
  if (entity.name === 'intervention') {
    const people = (value: unknown): string[] =>
      Array.isArray(value) ? value.map((entry: { IDPERSONNEL: string }) => entry.IDPERSONNEL) : []
    const known = new Set(people(before?.IDINTERVENTION_PLANNING))
    for (const id of people(record.IDINTERVENTION_PLANNING)) if (!known.has(id)) found.push({ to: 'personnel', id })
  }
  return found
}

const LIST = 'liste:'
const resourceOf = (to: string): SyncedResource => (to.startsWith(LIST) ? 'reference' : (to as SyncedResource))

interface Present {
  resource: SyncedResource
  id: string
  list: string | null
  deleted: boolean
  agence: string | null
  personnes: string[] | null
}

async function findPresent(tx: Tx, wanted: ReadonlyMap<SyncedResource, string[]>): Promise<Present[]> {
  const parts: RawBuilder<unknown>[] = []
  for (const [resource, ids] of wanted) {
    const { table, key } = entityOf(resource)
    const list = resource === 'reference' ? sql.ref('LISTE') : sql`null::text`
    const viewers = isScoped(resource)
      ? sql`viewer_agence as agence, viewer_personnes as personnes`
      : sql`null::text as agence, null::text[] as personnes`
    parts.push(sql`select ${resource}::text as resource, ${sql.ref(key)} as id, ${list} as list, deleted, ${viewers}
      from ${sql.table(table)} where company_id = current_setting('app.company_id')
      and ${sql.ref(key)} = any(${ids}::text[])`)
  }
  const { rows } = await sql<Present>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return rows
}

/** These records are locked by writes that point to them, in this order: none can be deleted while a write makes something point to it. */
const HELD = ['client', 'adresse'] as const

async function hold(tx: Tx, wanted: ReadonlyMap<SyncedResource, string[]>): Promise<void> {
  for (const resource of HELD) {
    const ids = wanted.get(resource)
    if (!ids) continue
    const { table, key } = entityOf(resource)
    await sql`select 1 from ${sql.table(table)} where company_id = current_setting('app.company_id')
      and ${sql.ref(key)} = any(${ids}::text[]) order by ${sql.ref(key)} for no key update`.execute(tx)
  }
}

/**
 * Throws 422 PARENT_MISSING (details: resource and id) for a reference to a record that does not exist or that the actor may not see. Only references that
 * this write adds are checked: what a record already pointed to may have been deleted since. A device's write may have been made without knowing of a
 * deletion. Then it restores the record, or, for lists and people, points to the deleted one as if the write had come first (MERGE-7).
 */
export async function assertParents(
  ctx: WriteContext,
  values: { record: Values; before: Values | null },
): Promise<void> {
  const references = newReferences(ctx.entity, values)
  if (references.length === 0) return
  const wanted = new Map<SyncedResource, string[]>()
  for (const { to, id } of references) {
    const resource = resourceOf(to)
    wanted.set(resource, [...(wanted.get(resource) ?? []), id])
  }
  await hold(ctx.tx, wanted)
  const present = await findPresent(ctx.tx, wanted)
  for (const { to, id } of references) {
    const resource = resourceOf(to)
    const found = present.find(
      (one) =>
        one.resource === resource && one.id === id && (!to.startsWith(LIST) || one.list === to.slice(LIST.length)),
    )
    const viewers = { agence: found?.agence ?? null, personnes: found?.personnes ?? [] }
    const isReached =
      (await reaches(ctx.tx, ctx.actor, { resource, id, viewers })) || (await mayReportLate(ctx, { resource, id }))
    if (!found || !isReached) throw parentMissing(resource, id)
    if (found.deleted && !isFromDevice(ctx.mutation)) throw parentMissing(resource, id)
    // It was merged between two reads of this write, which runs again and is led to the kept one (MERGE-9).
    if (found.deleted && resource === 'client' && (await keptRecord(ctx.tx, id)) !== id) throw new StaleRoot(resource)
    if (found.deleted && isRestoredByUse(resource)) await reviveUsed(ctx, resource, id)
  }
}

export const parentMissing = (resource: SyncedResource, id: string): AppError =>
  new AppError('PARENT_MISSING', `${entityOf(resource).title} introuvable : l'enregistrement lié n'existe pas.`, {
    details: { resource, id },
  })
