import type { TSchema, TUnsafe } from 'typebox'
import * as Type from 'typebox'
import type { Field, FieldKind, MergePolicy } from './entity.ts'

/** Options common to all fields; the French label comes first in each constructor. */
interface Options {
  merge?: MergePolicy
  group?: string
  managed?: boolean
  initial?: unknown
}

interface Shape {
  kind: FieldKind
  schema: TSchema
  column: string
  merge: MergePolicy
  ref?: string
}

function make<T>(label: string, shape: Shape, options: Options): Field<TUnsafe<T>, false> {
  const { merge, ...rest } = options
  return {
    kind: shape.kind,
    label,
    schema: shape.schema as TUnsafe<T>,
    column: shape.column,
    merge: merge ?? shape.merge,
    required: false,
    ...(shape.ref === undefined ? {} : { ref: shape.ref }),
    ...rest,
  }
}

/** The same field, present in every record and never null; with `initial` the body need not give it. */
export function required<S extends TSchema>(field: Field<S, false>, initial?: unknown): Field<S, true> {
  return { ...field, required: true, ...(initial === undefined ? {} : { initial }) }
}

export const ID_PATTERN = '^[0-9a-zA-Z][0-9a-zA-Z_.:-]{0,63}$'
const idSchema = (): TSchema => Type.String({ pattern: ID_PATTERN, maxLength: 64 })

/**
 * Schema of an object that maps any key to `value`. It replaces `Type.Record`, which would add TypeBox's whole type engine (11 kB compressed) to every
 * first screen.
 */
export const mapOf = <T>(value: TSchema): TUnsafe<Record<string, T>> =>
  Type.Unsafe<Record<string, T>>({ type: 'object', patternProperties: { '^.*$': value } })

/** Primary key, made on the device (UUIDv7). */
export const key = (label = 'Identifiant') =>
  required(make<string>(label, { kind: 'id', schema: idSchema(), column: 'text', merge: 'immutable' }, {}))

/** Reference to one record of `resource`, or of a reference list (`liste:NATURE_RDV`). */
export const ref = (label: string, resource: string, options: Options = {}) =>
  make<string>(label, { kind: 'ref', schema: idSchema(), column: 'text', merge: 'latest', ref: resource }, options)

/** References to several records: a three-way set. */
export const refs = (label: string, resource: string, options: Options = {}) =>
  required(
    make<string[]>(
      label,
      {
        kind: 'refs',
        schema: Type.Array(idSchema(), { maxItems: 100 }),
        column: 'text[]',
        merge: 'set',
        ref: resource,
      },
      options,
    ),
    [],
  )

export const text = (label: string, max = 120, options: Options = {}) =>
  make<string>(
    label,
    { kind: 'text', schema: Type.String({ maxLength: max }), column: 'text', merge: 'words' },
    options,
  )

/** Required words: not empty, nor only spaces. */
export const words = (label: string, max = 120, options: Options = {}) =>
  required(
    make<string>(
      label,
      {
        kind: 'text',
        schema: Type.String({ minLength: 1, maxLength: max, pattern: '\\S' }),
        column: 'text',
        merge: 'words',
      },
      options,
    ),
  )

export const longtext = (label: string, max = 4000, options: Options = {}) =>
  make<string>(
    label,
    { kind: 'longtext', schema: Type.String({ maxLength: max }), column: 'text', merge: 'words' },
    options,
  )

const pattern = (kind: FieldKind, regex: string, max: number): Shape => ({
  kind,
  schema: Type.String({ pattern: regex, maxLength: max }),
  column: 'text',
  merge: 'words',
})

export const email = (label: string, options: Options = {}) =>
  make<string>(
    label,
    pattern('email', '^[^\\s@<>(),;:"\\\\]+@[^\\s@<>(),;:"\\\\]+\\.[^\\s@<>(),;:"\\\\.]{2,}$', 254),
    options,
  )

/** French national (0612345678, spaces or dots between pairs) or E.164. */
export const phone = (label: string, options: Options = {}) =>
  make<string>(label, pattern('phone', '^(\\+[1-9][0-9 .]{6,18}|0[1-9]([ .]?[0-9]{2}){4})$', 20), options)

export const postcode = (label: string, options: Options = {}) =>
  make<string>(label, pattern('postcode', '^[0-9]{5}$', 5), options)

export const color = (label: string, options: Options = {}) =>
  make<string>(label, { ...pattern('color', '^#[0-9a-fA-F]{6}$', 7), merge: 'latest' }, options)

/** Calendar day `yyyy-MM-dd`; existence (31/02) is checked by `format`. A day that loses a conflict is kept, like a time (MERGE-2). */
export const date = (label: string, options: Options = {}) =>
  make<string>(
    label,
    { kind: 'date', schema: Type.String({ format: 'lolapp-date' }), column: 'text', merge: 'words' },
    options,
  )

/** Wall clock of the company `yyyy-MM-dd HH:mm`. */
export const datetime = (label: string, options: Options = {}) =>
  make<string>(
    label,
    {
      kind: 'datetime',
      schema: Type.String({ format: 'lolapp-datetime', maxLength: 16 }),
      column: 'text',
      merge: 'words',
    },
    options,
  )

/** Instant in UTC, ISO 8601 with milliseconds and Z. */
export const instant = (label: string, options: Options = {}) =>
  make<string>(
    label,
    {
      kind: 'instant',
      schema: Type.String({ format: 'lolapp-instant', maxLength: 24 }),
      column: 'text',
      merge: 'server',
    },
    options,
  )

/** Euros as integer cents. */
export const cents = (label: string, options: Options = {}) =>
  make<number>(
    label,
    { kind: 'cents', schema: Type.Integer({ minimum: -1e12, maximum: 1e12 }), column: 'bigint', merge: 'latest' },
    options,
  )

export const integer = (label: string, limits: { minimum?: number; maximum?: number } = {}, options: Options = {}) =>
  make<number>(
    label,
    {
      kind: 'integer',
      schema: Type.Integer({ minimum: -1e9, maximum: 1e9, ...limits }),
      column: 'integer',
      merge: 'latest',
    },
    options,
  )

export const number = (label: string, limits: { minimum?: number; maximum?: number } = {}, options: Options = {}) =>
  make<number>(
    label,
    { kind: 'number', schema: Type.Number(limits), column: 'double precision', merge: 'latest' },
    options,
  )

/** The contract's 0/1. */
export const flag = (label: string, options: Options = {}) =>
  required(
    make<0 | 1>(label, { kind: 'flag', schema: Type.Enum([0, 1]), column: 'smallint', merge: 'latest' }, options),
    0,
  )

export const choice = <const V extends readonly (string | number)[]>(label: string, values: V, options: Options = {}) =>
  make<V[number]>(
    label,
    {
      kind: 'choice',
      schema: Type.Enum([...values]),
      column: typeof values[0] === 'number' ? 'integer' : 'text',
      merge: 'latest',
    },
    options,
  )

/** Several of a fixed list of names. */
export const choices = <const V extends readonly string[]>(label: string, values: V, options: Options = {}) =>
  required(
    make<V[number][]>(
      label,
      { kind: 'choices', schema: Type.Array(Type.Enum([...values]), { maxItems: 50 }), column: 'text[]', merge: 'set' },
      options,
    ),
    [],
  )

/** Structured value kept as JSON; `items` is its own schema. */
export const json = <S extends TSchema>(label: string, schema: S, options: Options = {}): Field<S, false> => ({
  kind: 'json',
  label,
  schema,
  column: 'jsonb',
  merge: options.merge ?? 'words',
  required: false,
  ...(options.group === undefined ? {} : { group: options.group }),
  ...(options.managed === undefined ? {} : { managed: options.managed }),
  ...(options.initial === undefined ? {} : { initial: options.initial }),
})
