import { type Entity, isCreatable, isPatchable } from '../../schemas/entity.ts'
import { validationError } from '../../schemas/errors.ts'
import { same } from '../../schemas/merge.ts'
import { BASE } from '../../schemas/protocol.ts'

/** Values of a form by field: '' for a field that was never filled, null for one that the user cleared. */
export type FormValues = Record<string, unknown>

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export interface Payload {
  entity: Entity
  mode: 'create' | 'update'
  values: FormValues
  /** Primary key of the record that is changed. */
  id?: string | null | undefined
}

/**
 * The body as the API takes it (RES-05): a creation drops empty fields; an update drops only empty strings, and a field that
 * the user cleared is sent as null. Fields that no body may set are left out.
 * @throws AppError VALIDATION_ERROR « Primary key is required for update »
 */
export function toPayload({ entity, mode, values, id }: Payload): FormValues {
  if (mode === 'update' && !id) {
    const message = 'Primary key is required for update'
    throw validationError({ [entity.key]: [message] }, message)
  }
  const settable = mode === 'create' ? isCreatable : isPatchable
  const dropped = mode === 'create' ? isEmpty : (value: unknown) => value === undefined || value === ''
  const body: FormValues = {}
  for (const [name, value] of Object.entries(values)) {
    const field = entity.fields[name]
    if (field && settable(field) && !dropped(value)) body[name] = value
  }
  return body
}

/** The form's values with null where the user emptied a field that had a value when the form opened. */
export function markCleared(values: FormValues, snapshot: FormValues): FormValues {
  const marked: FormValues = { ...values }
  for (const [name, value] of Object.entries(values)) {
    if (value === '' && !isEmpty(snapshot[name])) marked[name] = null
  }
  return marked
}

/**
 * The fields of an update that the user really changed. Other fields must not be sent: against a colleague's concurrent
 * edit they would count as a choice of the user.
 */
export function onlyChanged(payload: FormValues, snapshot: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(payload).filter(
      ([name, value]) => !same(value, isEmptyText(snapshot[name]) ? null : snapshot[name]),
    ),
  )
}

/** These changes with what the form showed of them before, for the server to compare (`_base`); none for none. */
export const baseOf = (changes: FormValues, snapshot: FormValues): FormValues => {
  const names = Object.keys(changes)
  if (names.length === 0) return changes
  const base = names.map((name) => [name, isEmptyText(snapshot[name]) ? null : snapshot[name]])
  return { ...changes, [BASE]: Object.fromEntries(base) }
}

const isEmptyText = (value: unknown): boolean => value === '' || value === undefined
