import type { RxJsonSchema } from 'rxdb/plugins/core'
import { ABSENCE_LIST } from '../../schemas/entities/absence.ts'
import { ARTICLE_LIST } from '../../schemas/entities/article.ts'
import { DEMANDE_LIST } from '../../schemas/entities/demande.ts'
import { FILTER_LIST } from '../../schemas/entities/filtre.ts'
import { NOTICE_LIST } from '../../schemas/entities/notification.ts'
import { TARGET_LIST } from '../../schemas/entities/objectif.ts'
import { REPORT_LIST } from '../../schemas/entities/rapport.ts'
import { REFERENCE_LISTS } from '../../schemas/entities/reference.ts'
import type { Entity } from '../../schemas/entity.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { VERSIONS } from '../../schemas/versions.ts'

/** Version of every local collection of records. A change of shape adds a step (SYN-10); a test guards the shape's digest. */
export const LOCAL_SCHEMA_VERSION = VERSIONS.current

/**
 * VER-3: the outbox is one store for all versions of the app, so that no migration moves an entry and a rollback finds it. Each entry says which
 * version its patch is of. This schema never changes: fields that entries gain later are not in it.
 */
const OUTBOX_VERSION = 0

/** Web Lock that every realm with this version of the local database open holds in shared mode (WORK-5). */
export const schemaLock = (name: string, version: number): string => `lolapp:${name}:schema:${version}`

type Schema = RxJsonSchema<Record<string, unknown>>
type Properties = Record<string, Record<string, unknown>>

const STRING_INDEX = 64

function property(entity: Entity, name: string, indexed: ReadonlySet<string>): Record<string, unknown> {
  const field = entity.fields[name]
  const max = entity.local?.derived?.maxLength[name]
  if (max !== undefined) return { type: 'string', maxLength: max }
  if (!field) throw new Error(`No field ${entity.name}.${name}`)
  if (indexed.has(name) || name === entity.key) {
    if (!field.required)
      throw new Error(`${entity.name}.${name} may be null: index a derived key instead, an index leaves null out`)
    return { type: 'string', maxLength: STRING_INDEX }
  }
  if (field.column.endsWith('[]')) return { type: 'array' }
  if (field.column === 'jsonb') return {}
  return { type: field.column === 'text' ? ['string', 'null'] : ['number', 'null'] }
}

const mark = {
  type: 'object',
  properties: {
    seq: { type: 'number' },
    epoch: { type: 'string' },
    gen: { type: 'number' },
    state: { type: 'string' },
    hidden: { type: 'number' },
    master: { type: ['object', 'null'] },
  },
}

/** The local collection that mirrors a resource. */
export const collectionOf = (resource: SyncedResource): string => {
  const local = entityOf(resource).local
  if (!local) throw new Error(`${resource} has no local collection`)
  return local.collection
}

/** RxDB schemas of all entity collections, derived from the entities; resources that share a collection share its schema. */
export function entityCollections(version: number = LOCAL_SCHEMA_VERSION): Record<string, Schema> {
  const schemas: Record<string, Schema> = {}
  for (const resource of SYNCED) {
    const entity = entityOf(resource)
    const local = entity.local
    if (!local) throw new Error(`${resource} has no local collection`)
    const indexed = new Set(local.indexes.flat())
    const properties: Properties = { VERSION: { type: 'number' }, sync: mark }
    for (const name of [...Object.keys(entity.fields), ...Object.keys(local.derived?.maxLength ?? {})]) {
      properties[name] = property(entity, name, indexed)
    }
    const shared = schemas[local.collection]
    if (shared && shared.primaryKey !== entity.key)
      throw new Error(`${local.collection}: resources must share the key's name`)
    schemas[local.collection] = {
      version,
      type: 'object',
      primaryKey: entity.key,
      properties: { ...(shared?.properties ?? {}), ...properties } as Schema['properties'],
      required: [entity.key, ...indexed].filter((name, i, all) => all.indexOf(name) === i),
      indexes: local.indexes.map((index) => (Array.isArray(index) ? index : [index])),
    }
  }
  return schemas
}

const text = (maxLength: number) => ({ type: 'string', maxLength })

export const outboxSchema: Schema = {
  version: OUTBOX_VERSION,
  type: 'object',
  primaryKey: 'id',
  properties: {
    id: text(36),
    resource: text(20),
    recordId: text(64),
    action: text(20),
    patch: { type: 'object' },
    base: { type: ['object', 'null'] },
    query: { type: 'object' },
    seen: { type: 'number' },
    counter: { type: 'number' },
    after: { type: 'array' },
    company: text(64),
    account: text(100),
    impersonator: text(100),
    schemaVersion: { type: 'number' },
    state: text(12),
    open: text(1),
    createdAt: text(24),
    settledAt: text(24),
    attempts: { type: 'number' },
    ackSeq: { type: 'number' },
    ackEpoch: text(64),
    error: { type: ['object', 'null'] },
  } as Schema['properties'],
  required: ['id', 'open', 'recordId'],
  indexes: [['open', 'id']],
}

/** What the other resources of the reference lists' collection put into LISTE. */
const SHARED: Partial<Record<SyncedResource, string>> = {
  rapport: REPORT_LIST,
  article: ARTICLE_LIST,
  demande: DEMANDE_LIST,
  notification: NOTICE_LIST,
  filtre: FILTER_LIST,
  objectif: TARGET_LIST,
  absence: ABSENCE_LIST,
}

/** Selects the rows of a resource in its collection, which others may share. */
export function ownRows(resource: SyncedResource): Record<string, unknown> {
  if (resource === 'reference') return { LISTE: { $nin: Object.values(SHARED) } }
  const list = SHARED[resource]
  return list === undefined ? {} : { LISTE: list }
}

/**
 * The same for what screens read: entries of the lists that there are, each asked for by its index. Requests, notices and articles, which share the
 * collection, may be thousands.
 */
export const shownRows = (resource: SyncedResource): Record<string, unknown> =>
  resource === 'reference' ? { LISTE: { $in: [...REFERENCE_LISTS] } } : ownRows(resource)

/** The resource of a row of a collection. */
export function resourceOf(collection: string, row: { LISTE?: unknown }): SyncedResource | undefined {
  const own = SYNCED.find((name) => SHARED[name] !== undefined && SHARED[name] === row.LISTE)
  if (own !== undefined && collectionOf(own) === collection) return own
  return SYNCED.find((name) => collectionOf(name) === collection && SHARED[name] === undefined)
}
