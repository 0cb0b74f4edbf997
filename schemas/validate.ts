import type { TSchema } from 'typebox'
import Format from 'typebox/format'
import Value from 'typebox/value'
import { isDate, isDateTime, isInstant } from './dates.ts'
import { createSchema, type Entity, type Fields, type Issue, patchSchema, type Row } from './entity.ts'
import { type FieldErrors, validationError } from './errors.ts'

Format.Set('lolapp-date', isDate)
Format.Set('lolapp-datetime', isDateTime)
Format.Set('lolapp-instant', isInstant)

/** The French messages of RES-06. « required » and « email » are the product's words; the others are ours. */
export const messages = {
  required: 'Ce champ est requis',
  email: 'Veuillez entrer une adresse email valide',
  number: 'Veuillez entrer un nombre',
  integer: 'Veuillez entrer un nombre entier',
  capital: 'Veuillez commencer par une majuscule',
  maxLength: (n: number) => `${n} caractères au plus`,
  minLength: (n: number) => `${n} caractères au moins`,
  strictLength: (n: number) => `${n} caractères exactement`,
  exclude: "Cette valeur n'est pas admise",
  notEmpty: 'Ce champ ne peut pas être vide',
  pattern: "Le format n'est pas valide",
  phone: 'Veuillez entrer un numéro de téléphone valide',
  postcode: 'Veuillez entrer un code postal à 5 chiffres',
  date: "Cette date n'existe pas",
  choice: 'Veuillez choisir une valeur de la liste',
  minimum: (n: number) => `La valeur doit être au moins ${n}`,
  maximum: (n: number) => `La valeur doit être au plus ${n}`,
  unknown: 'Champ inconnu',
  type: "Le type de la valeur n'est pas valide",
} as const

interface RawError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

function french(entity: Entity, field: string, error: RawError): string {
  const kind = entity.fields[field]?.kind
  const limit = Number(error.params.limit)
  switch (error.keyword) {
    case 'maxLength':
    case 'maxItems':
      return messages.maxLength(limit)
    case 'minLength':
      return limit === 1 ? messages.required : messages.minLength(limit)
    case 'pattern':
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

function issuesOf(entity: Entity, schema: TSchema, body: unknown): Issue[] {
  if (Value.Check(schema, body)) return []
  const found = new Map<string, Issue>()
  const add = (one: Issue): void => {
    if (!found.has(one.field)) found.set(one.field, one)
  }
  const errors = Value.Errors(schema, body) as unknown as RawError[]
  for (const error of errors) {
    const field = error.instancePath.split('/')[1] ?? ''
    if (error.keyword === 'required' && field === '') {
      for (const name of (error.params.requiredProperties ?? []) as string[]) add(issue(name, messages.required))
    } else if (error.keyword === 'additionalProperties' && field === '') {
      for (const name of (error.params.additionalProperties ?? []) as string[])
        found.set(name, issue(name, messages.unknown))
    }
  }
  for (const error of errors) {
    const field = error.instancePath.split('/')[1] ?? '_'
    // A nullable field fails both branches of its union: the branch « null » tells people nothing.
    if (['required', 'additionalProperties', 'boolean', 'anyOf'].includes(error.keyword)) continue
    if (error.keyword === 'type' && error.params.type === 'null') continue
    const value = field === '_' ? body : (body as Record<string, unknown>)[field]
    const missing = value === null || value === undefined || value === ''
    const needed = entity.fields[field]?.required === true
    add(issue(field, missing && needed ? messages.required : french(entity, field, error)))
  }
  if (found.size === 0) add(issue('_', messages.type))
  return [...found.values()]
}

/** What is wrong with a creation body; empty when nothing is. Never throws, whatever `body` is. */
export const createIssues = (entity: Entity, body: unknown): Issue[] => issuesOf(entity, createSchemaOf(entity), body)
/** What is wrong with a patch; empty when nothing is. Never throws, whatever `patch` is. */
export const patchIssues = (entity: Entity, patch: unknown): Issue[] => issuesOf(entity, patchSchemaOf(entity), patch)
/** Broken cross-field rules of a whole record. */
export const recordIssues = (entity: Entity, record: Record<string, unknown>): Issue[] =>
  entity.check ? entity.check(record as Row<Fields>) : []

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
  const errors: FieldErrors = {}
  for (const { field, message } of issues) {
    const list = errors[field] ?? []
    list.push(message)
    errors[field] = list
  }
  return errors
}

/** Throws the 422 of the contract when there are issues. */
export function assertNoIssues(issues: Issue[]): void {
  if (issues.length > 0) throw validationError(toFieldErrors(issues))
}
