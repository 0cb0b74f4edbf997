import { existsInZone, isDate, isDateTime } from '../../../schemas/dates.ts'
import { type Entity, type Field, isCreatable, isPatchable, newRecord } from '../../../schemas/entity.ts'
import { joinDateTime } from '../../../schemas/rules/typed-dates.ts'
import { createIssues, patchIssues, recordIssues } from '../../../schemas/validate.ts'
import { resourceText } from '../../text/resource.ts'
import { type FormValues, markCleared, toPayload } from './payload.ts'

/** Kinds that a generic form has no input for. */
const WITHOUT_INPUT = new Set(['id', 'json', 'instant'])

/** Names of the fields that the generic form shows, in the order of the declaration. */
export const formFields = (entity: Entity, mode: 'create' | 'update'): string[] =>
  Object.entries(entity.fields)
    .filter(
      ([, field]) => !WITHOUT_INPUT.has(field.kind) && (mode === 'create' ? isCreatable(field) : isPatchable(field)),
    )
    .map(([name]) => name)

const formValue = (field: Field | undefined, value: unknown): unknown =>
  value !== null && value !== undefined ? value : field?.kind === 'refs' || field?.kind === 'choices' ? [] : ''

/** What a form shows of a record: '' where the record has nothing. */
export const valuesOf = (entity: Entity, record: Record<string, unknown>): FormValues =>
  Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, formValue(field, record[name])]))

/** What a creation form opens with: initial values of the declaration, then `from` (an address's query, a client's page). */
export function newValues(entity: Entity, from: FormValues = {}): FormValues {
  const values: FormValues = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    if (isCreatable(field) && name !== entity.key) values[name] = formValue(field, from[name] ?? field.initial)
  }
  return values
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Text without the spaces around it; several spaces of a phone or mail pasted with the number are no reason to refuse it. */
const tidy = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isText(value) ? value.trim() : value]))

export interface FormState {
  entity: Entity
  mode: 'create' | 'update'
  values: FormValues
  snapshot: FormValues
  /** The whole record that an update starts from; cross-field rules read it. */
  record?: Record<string, unknown> | undefined
  id?: string | undefined
  /** Time zone of the company: an hour that it skips in spring is refused here, with words. */
  zone?: string | undefined
}

/** The body of this form, tidied, cleared fields as null (RES-05). Throws like `toPayload`. */
export const formPayload = ({ entity, mode, values, snapshot, id }: FormState): FormValues =>
  toPayload({ entity, mode, values: mode === 'update' ? markCleared(tidy(values), snapshot) : tidy(values), id })

/** A date-time that the declaration alone cannot explain to people: half typed (RES-08), or skipped by the change to summer time. */
function dateTimeIssue(value: string, zone: string | undefined): string | null {
  const [day = '', hour = ''] = value.split(' ')
  // A whole value whose day does not exist has its own message (« Cette date n'existe pas »).
  if (day === '' || hour === '') return resourceText.invalidDateTime
  if (!isDate(day) && /^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  try {
    joinDateTime(day, hour)
  } catch {
    return resourceText.invalidDateTime
  }
  return zone !== undefined && isDateTime(value) && !existsInZone(value, zone)
    ? resourceText.skippedHour(hour, day.split('-').reverse().join('/'))
    : null
}

/**
 * What is wrong with the form, by field, in French; empty when it may be saved. The same declarations and rules as the server's,
 * so what passes here is not refused there for its shape (RES-06).
 */
export function formIssues(form: FormState): Record<string, string> {
  const { entity, mode } = form
  const payload = formPayload(form)
  const byField: Record<string, string> = {}
  for (const [name, value] of Object.entries(form.values)) {
    if (entity.fields[name]?.kind !== 'datetime' || typeof value !== 'string' || value === '') continue
    const message = dateTimeIssue(value, form.zone)
    if (message !== null) byField[name] = message
  }
  const issues =
    mode === 'create' ? createIssues(entity, { [entity.key]: 'nouveau', ...payload }) : patchIssues(entity, payload)
  if (issues.length === 0 && Object.keys(byField).length === 0) {
    const record = mode === 'create' ? newRecord(entity, payload) : { ...form.record, ...payload }
    // Cross-field rules read whole values: they run once each field stands by itself.
    issues.push(...recordIssues(entity, record))
  }
  for (const { field, message } of issues) byField[field] ??= message
  return byField
}
