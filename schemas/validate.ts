import type { TProperties, TSchema } from 'typebox'
import * as Format from 'typebox/format'
import * as Schema from 'typebox/schema'
import { flawOf } from './clean-json.ts'
import { existsInZone, isDate, isDateTime, isInstant, isWrittenInstant } from './dates.ts'
import {
  createSchema,
  type Entity,
  type Field,
  type FieldKind,
  type Fields,
  type Issue,
  patchSchema,
  type Row,
} from './entity.ts'
import { type FieldErrors, validationError } from './errors.ts'
import { messages } from './messages.ts'

Format.Set('lolapp-date', isDate)
Format.Set('lolapp-datetime', isDateTime)
Format.Set('lolapp-instant', isInstant)
// A time that a device sends again with a whole list, or that only the server bounds: what is stored must not make the list invalid for ever.
Format.Set('lolapp-written-instant', isWrittenInstant)

interface RawError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

function french(kind: FieldKind | undefined, error: RawError): string {
  const limit = Number(error.params.limit)
  switch (error.keyword) {
    case 'maxLength':
      return messages.maxLength(limit)
    case 'maxItems':
      return messages.maxItems(limit)
    case 'minLength':
      return limit === 1 ? messages.required : messages.minLength(limit)
    case 'pattern':
      if (kind === 'text') return messages.notEmpty
      return kind === 'email' || kind === 'phone' || kind === 'postcode' ? messages[kind] : messages.pattern
    case 'format':
      return messages.date
    case 'enum':
      return messages.choice
    case 'minimum':
      return messages.minimum(limit)
    case 'maximum':
      return messages.maximum(limit)
    case 'type':
      return error.params.type === 'integer'
        ? messages.integer
        : error.params.type === 'number'
          ? messages.number
          : messages.type
    default:
      return messages.pattern
  }
}

const issue = (field: string, message: string): Issue => ({ field, message })

/** The message of one value that its schema refuses. */
function messageOf(field: Field | undefined, schema: TSchema, value: unknown): string {
  if ((value === null || value === '') && field?.required) return messages.required
  const errors = Schema.Errors(schema, value)[1] as unknown as RawError[]
  // A nullable field fails both branches of its union: errors of the branch « null » and of the union itself are no use to people.
  const told = errors.find(
    ({ keyword, params }) =>
      !['required', 'additionalProperties', 'boolean', 'anyOf'].includes(keyword) &&
      !(keyword === 'type' && params.type === 'null'),
  )
  return told ? french(field?.kind, told) : messages.type
}

/** Field by field: TypeBox lists eight errors at most, so a whole body's list would leave fields out. */
function issuesOf(entity: Entity, schema: TSchema, body: unknown): Issue[] {
  if (Schema.Check(schema, body)) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [issue('_', messages.type)]
  const { properties, required = [] } = schema as unknown as { properties: TProperties; required?: string[] }
  const issues = required.filter((name) => !Object.hasOwn(body, name)).map((name) => issue(name, messages.required))
  for (const [name, value] of Object.entries(body)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) issues.push(issue(name, messages.unknown))
    else if (!Schema.Check(property, value)) issues.push(issue(name, messageOf(entity.fields[name], property, value)))
  }
  // The whole check and this one may treat a key with the value undefined differently (present or absent).
  return issues.length > 0 ? issues : [issue('_', messages.type)]
}

/** What is wrong with a creation body; empty when nothing is. Never throws, whatever `body` is. */
export const createIssues = (entity: Entity, body: unknown): Issue[] => issuesOf(entity, createSchemaOf(entity), body)
/** What is wrong with a patch; empty when nothing is. Never throws, whatever `patch` is. */
export const patchIssues = (entity: Entity, patch: unknown): Issue[] => issuesOf(entity, patchSchemaOf(entity), patch)
/** Broken cross-field rules of a whole record, and texts that cannot be stored or sent. */
export const recordIssues = (entity: Entity, record: Record<string, unknown>): Issue[] => [
  ...brokenTexts(entity, record),
  ...(entity.check ? entity.check(record as Row<Fields>) : []),
]

const brokenTexts = (entity: Entity, record: Record<string, unknown>): Issue[] =>
  Object.keys(entity.fields)
    .filter((name) => flawOf(record[name]) === 'text')
    .map((name) => issue(name, messages.brokenText))

/** Wall-clock values of a body that the company's time zone skips in spring (02:30 on 29/03/2026 in Europe/Paris). */
export function zoneIssues(entity: Entity, values: Record<string, unknown>, zone: string): Issue[] {
  return Object.entries(entity.fields)
    .filter(([name, field]) => {
      const value = values[name]
      return field.kind === 'datetime' && typeof value === 'string' && isDateTime(value) && !existsInZone(value, zone)
    })
    .map(([name]) => issue(name, messages.skippedHour))
}

const cache = <V>(make: (entity: Entity) => V): ((entity: Entity) => V) => {
  const known = new WeakMap<Entity, V>()
  return (entity) => {
    let value = known.get(entity)
    if (value === undefined) {
      value = make(entity)
      known.set(entity, value)
    }
    return value
  }
}
const createSchemaOf = cache(createSchema)
const patchSchemaOf = cache(patchSchema)

/** Issues as the contract's `errors` object. */
export function toFieldErrors(issues: Issue[]): FieldErrors {
  // The body chooses the names of unknown fields: « constructor » must not be found among what objects inherit.
  const errors = new Map<string, string[]>()
  for (const { field, message } of issues) errors.set(field, [...(errors.get(field) ?? []), message])
  return Object.fromEntries(errors)
}

/** Throws the 422 of the contract when there are issues. */
export function assertNoIssues(issues: Issue[]): void {
  if (issues.length > 0) throw validationError(toFieldErrors(issues))
}
