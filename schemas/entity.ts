import type { Static, TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from './objects.ts'

/**
 * How two concurrent edits of one field are merged (merge-policies.test.ts states it again, field by field):
 * `server` the server computes it, a body never sets it · `immutable` set at creation only ·
 * `latest` greater stamp wins, the loser is not kept (nobody's words) · `words` greater stamp wins, the loser is kept as a conflict ·
 * `set` three-way set (base + adds − removes; items of objects are keyed by `id`). State machines are computed (`server`).
 */
export type MergePolicy = 'server' | 'immutable' | 'latest' | 'words' | 'set'

/** What a form shows for a field; storage does not depend on it. */
export type FieldKind =
  | 'id'
  | 'ref'
  | 'refs'
  | 'text'
  | 'longtext'
  | 'email'
  | 'phone'
  | 'postcode'
  | 'color'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'cents'
  | 'number'
  | 'integer'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'json'

export interface Field<S extends TSchema = TSchema, Q extends boolean = boolean> {
  readonly schema: S
  readonly kind: FieldKind
  readonly label: string
  readonly merge: MergePolicy
  /** A body must give it at creation, and it is never null. */
  readonly required: Q
  /** Fields of one group are sent and merged together: a conflict on one is a conflict on all, so that two edits never mix in one group. */
  readonly group?: string
  /** Resource (kinds ref, refs) or reference list (`liste:NATURE_RDV`) that the value points to. */
  readonly ref?: string
  /** Column type in SQL; a test compares the tables with it. */
  readonly column: string
  /** Value of a new record when the body does not give one (null by default). */
  readonly initial?: unknown
  /** Only staff with one of the resource's `manage` roles may set it (mass assignment guard). */
  readonly managed?: boolean
}

export type Fields = Record<string, Field>

type Value<F> = F extends Field<infer S, infer Q> ? (Q extends true ? Static<S> : Static<S> | null) : never

export type Row<F extends Fields> = { -readonly [K in keyof F]: Value<F[K]> }

export interface Relation {
  /** Resource on the other side. */
  to: string
  /** One: the field here that holds its id. Many: the field there that holds our id. */
  by: string
  many?: true
}

/** A broken cross-field rule: the field to show it on and its French message. */
export interface Issue {
  field: string
  message: string
}

export interface Entity<N extends string = string, F extends Fields = Fields> {
  readonly name: N
  /** French titles: « Client », used in « Création {title} réussie ». */
  readonly title: string
  readonly plural: string
  /** REST path under the API base. */
  readonly path: string
  readonly table: string
  readonly key: keyof F & string
  readonly fields: F
  readonly relations?: Record<string, Relation>
  /** Local collection of the manager area; resources that share one differ by `LISTE`. */
  readonly local?: { collection: string; indexes: (string | string[])[]; derived?: LocalDerived<F> }
  /** Cross-field rules, checked by forms before saving and by the server after merging. */
  readonly check?: (record: Row<F>) => Issue[]
  /** Fields computed from the others on both sides (never from a body): totals, full address … */
  readonly derive?: (record: Row<F>) => Partial<Row<F>>
  /** Text that represents one record to people. */
  readonly label: (record: Row<F>) => string
}

/**
 * Local-only indexed fields (search keys): strings, never null, so that the index holds every record. A key that few records have is left out of the others: its
 * index is then small, and finds by ranges alone.
 */
export interface LocalDerived<F extends Fields = Fields> {
  maxLength: Record<string, number>
  of: (record: Row<F>) => Record<string, string>
}

export type RecordOf<E> = E extends Entity<string, infer F> ? Row<F> & { VERSION: number } : never

/** Declares an entity; everything else (validation, local schema, forms, OpenAPI) is derived from the answer. */
export function defineEntity<const N extends string, F extends Fields>(entity: Entity<N, F>): Entity<N, F> {
  return entity
}

const nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()])

const only = (entity: Entity, keep: (field: Field, name: string) => boolean): [string, Field][] =>
  Object.entries(entity.fields).filter(([name, field]) => keep(field, name))

/** A body may set it at creation. */
export const isCreatable = (field: Field): boolean => field.merge !== 'server'
/** A body may set it later. */
export const isPatchable = (field: Field): boolean => field.merge !== 'server' && field.merge !== 'immutable'

const exactly = (properties: TProperties): TSchema => object(properties, { additionalProperties: false })

/** Body of POST: the key (device-made), required fields, and any other field that a body may set. */
export function createSchema(entity: Entity): TSchema {
  const properties: TProperties = {}
  for (const [name, field] of only(entity, isCreatable)) {
    const needed = field.required && field.initial === undefined
    properties[name] =
      needed || name === entity.key ? field.schema : optional(field.required ? field.schema : nullable(field.schema))
  }
  return exactly(properties)
}

/** Body of PUT: a patch of fields that may change. */
export function patchSchema(entity: Entity): TSchema {
  const properties: TProperties = {}
  for (const [name, field] of only(entity, isPatchable)) {
    properties[name] = optional(field.required ? field.schema : nullable(field.schema))
  }
  return exactly(properties)
}

/** A whole record as the server answers it. */
export function recordSchema(entity: Entity): TSchema {
  const properties: TProperties = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    properties[name] = field.required ? field.schema : nullable(field.schema)
  }
  properties.VERSION = Type.Integer({ minimum: 1 })
  return exactly(properties)
}

/** A new record: body over initial values; every field present, derived fields computed. */
export function newRecord(entity: Entity, body: Record<string, unknown>): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    const given = field.merge === 'server' ? undefined : body[name]
    record[name] = given !== undefined ? given : (field.initial ?? null)
  }
  return withDerived(entity, record)
}

/** The record with its derived fields computed again. */
export function withDerived(entity: Entity, record: Record<string, unknown>): Record<string, unknown> {
  return entity.derive ? { ...record, ...entity.derive(record as Row<Fields>) } : record
}
