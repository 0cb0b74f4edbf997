import Type, { type TProperties, type TSchema } from 'typebox'
import { COMMAND_BODIES } from '../../../schemas/command-bodies.ts'
import { type CommandName, commandOf } from '../../../schemas/commands.ts'
import { createSchema, type Entity, type Field, patchSchema, recordSchema } from '../../../schemas/entity.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE, DELETED, SEQ } from '../../../schemas/protocol.ts'
import { entityOf, type ResourceName } from '../../../schemas/resources.ts'
import { checkedLater } from '../../plugins/validation.ts'
import { one } from './answers.ts'

/** Bodies and answers of a resource's routes, all from its one declaration. */

const nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()])

/** Name of a resource in the API document: `projet` → « Projet ». */
export const schemaName = (resource: ResourceName): string => resource.charAt(0).toUpperCase() + resource.slice(1)

const properties = (schema: TSchema): TProperties => (schema as unknown as { properties: TProperties }).properties

/** A whole record. */
export function recordOf(resource: ResourceName): TSchema {
  return { ...recordSchema(entityOf(resource)), title: schemaName(resource) }
}

/** A record with the records that it points to and that point to it; `more` is only in the shown record. */
export function shownOf(resource: ResourceName, more: TProperties = {}): TSchema {
  const embedded: TProperties = {}
  for (const [name, { to, many }] of Object.entries(entityOf(resource).relations ?? {})) {
    const record = recordOf(to as ResourceName)
    embedded[name] = many ? Type.Array(record) : nullable(record)
  }
  return Type.Object(
    { ...properties(recordOf(resource)), ...embedded, ...more },
    { additionalProperties: false, title: `${schemaName(resource)}Detail` },
  )
}

/** Rows as a pull sends them: whole, or only the key for those that may not be seen (any more). */
export function rowsOf(resource: ResourceName): TSchema {
  const { key } = entityOf(resource)
  const fields = properties(recordOf(resource))
  const seq = Type.Integer({ minimum: 1 })
  const whole = Type.Object(
    { ...fields, [SEQ]: seq, [DELETED]: Type.Literal(false) },
    { additionalProperties: false, title: `${schemaName(resource)}Recu` },
  )
  const gone = Type.Object(
    { [key]: Type.String(), [SEQ]: seq, [DELETED]: Type.Literal(true) },
    { additionalProperties: false },
  )
  return Type.Array(Type.Union([whole, gone]))
}

/** A page of changes (PULL-1). */
export const pageOf = (resource: ResourceName): TSchema =>
  Type.Object(
    { data: rowsOf(resource), checkpoint: Type.String(), complete: Type.Boolean() },
    { additionalProperties: false },
  )

/** The plain list, or with `since` a page of changes. */
export const listOrPage = (resource: ResourceName): TSchema =>
  Type.Union([Type.Object({ data: Type.Array(recordOf(resource)) }, { additionalProperties: false }), pageOf(resource)])

const { VERSION: _, ...conflict } = properties(recordSchema(entityOf('conflit')))

/** An accepted write: the record (null once the writer may not see it any more), and the conflicts that keep what it lost. */
export const written = (record: TSchema): TSchema =>
  Type.Object(
    {
      data: nullable(record),
      conflits: Type.Optional(
        Type.Array(Type.Object(conflict, { additionalProperties: false, title: 'ConflitDeLEcriture' })),
      ),
    },
    { additionalProperties: false },
  )

/** The record alone. */
export const shown = (resource: ResourceName, more: TProperties = {}): TSchema => one(shownOf(resource, more))

const base = Type.Optional(
  Type.Object({}, { description: 'Valeurs que l’appareil connaissait des champs modifiés, ni plus ni moins (fusion)' }),
)

/** Body of a creation. The write path checks it, under the rights of its author, and makes the key when it is not given. */
export function creationOf(entity: Entity): TSchema {
  const all = properties(createSchema(entity))
  const { [entity.key]: key, ...fields } = all
  return checkedLater(
    Type.Object(
      { ...(key ? { [entity.key]: Type.Optional(key) } : {}), ...fields },
      { additionalProperties: false, title: `${schemaName(entity.name as ResourceName)}Creation` },
    ),
  )
}

/** Body of an edit: fields that change, and `_base` to merge them. The write path checks it. */
export function patchOf(entity: Entity): TSchema {
  return checkedLater(
    Type.Object(
      { ...properties(patchSchema(entity)), [BASE]: base },
      { additionalProperties: false, title: `${schemaName(entity.name as ResourceName)}Modification` },
    ),
  )
}

/** Body of a command, without the fields that its path says. The write path checks it, except fields that the command declares a schema for. */
export function commandBodyOf(name: CommandName, says: Values = {}): TSchema {
  const { resource, fields, needed } = commandOf(name)
  const body = COMMAND_BODIES[name]
  const given = fields.filter((field) => !(field in says))
  const schemaOf = (field: string): TSchema => {
    const { schema, required } = entityOf(resource).fields[field] as Field
    return required || field === needed ? schema : nullable(schema)
  }
  const bodySchema = Type.Object(
    {
      ...Object.fromEntries(
        given.map((field) => [field, field === needed ? schemaOf(field) : Type.Optional(schemaOf(field))]),
      ),
      ...body,
      [BASE]: base,
    },
    { additionalProperties: false },
  )
  return body ? bodySchema : checkedLater(bodySchema)
}
