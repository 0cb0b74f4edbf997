import { existsInZone, isDate, isDateTime } from '../../schemas/dates.ts'
import { type Entity, type Field, type FieldKind, isCreatable, isPatchable, newRecord } from '../../schemas/entity.ts'
import { joinDateTime } from '../../schemas/rules/typed-dates.ts'
import { createIssues, patchIssues, recordIssues } from '../../schemas/validate.ts'
import { resourceText } from '../text/resource.ts'
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

/** A record's values in a form: '' where the record has nothing. */
export const valuesOf = (entity: Entity, record: Record<string, unknown>): FormValues =>
  Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, formValue(field, record[name])]))

/** The values that a creation form opens with: initial values of the declaration, then `from` (an address's query, a client's page). */
export function newValues(entity: Entity, from: FormValues = {}): FormValues {
  const values: FormValues = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    if (isCreatable(field) && name !== entity.key) values[name] = formValue(field, from[name] ?? field.initial)
  }
  return values
}

/** Labels of these fields, in the order of the declaration. */
export const missingLabels = (entity: Entity, names: readonly string[]): string[] =>
  Object.entries(entity.fields).flatMap(([name, field]) => (names.includes(name) ? [field.label] : []))

const isText = (value: unknown): value is string => typeof value === 'string'

/** Kinds whose text is one word or number that must be right to the last character. */
const EXACT: readonly FieldKind[] = ['email', 'phone', 'postcode']
/** What a paste brings along unseen: marks of direction around a number of the phone's contacts, zero-width spaces of a web page. */
const UNSEEN = /\p{Cf}/gu

/** Trims text; of a pasted number or mail address also what nobody sees, with which no mail would arrive. */
const tidy = (entity: Entity, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!isText(value)) return [name, value]
      const kind = entity.fields[name]?.kind
      return [name, (kind && EXACT.includes(kind) ? value.replace(UNSEEN, '').replace(/\s/g, ' ') : value).trim()]
    }),
  )

export interface FormState {
  entity: Entity
  mode: 'create' | 'update'
  values: FormValues
  snapshot: FormValues
  /** The complete record that an update starts from; rules over several fields read it. */
  record?: Record<string, unknown> | undefined
  id?: string | undefined
  /** Time zone of the company: an hour that it skips in spring is refused here, with a message. */
  zone?: string | undefined
}

/** The body of this form, tidied, cleared fields as null (RES-05). Throws like `toPayload`. */
export const formPayload = ({ entity, mode, values, snapshot, id }: FormState): FormValues =>
  toPayload({
    entity,
    mode,
    values: mode === 'update' ? markCleared(tidy(entity, values), snapshot) : tidy(entity, values),
    id,
  })

/** The message for a date-time that the declaration alone cannot explain: half typed (RES-08), or skipped by the change to summer time. */
function dateTimeIssue(value: string, zone: string | undefined): string | null {
  const [day = '', hour = ''] = value.split(' ')
  // A complete value whose day does not exist has its own message (« Cette date n'existe pas »).
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
 * The messages of the form, by field, in French; empty when it may be saved. It uses the same declarations and rules as the server,
 * so the server does not refuse the shape of what passes here (RES-06).
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
    // Rules over several fields need complete values: they run once each field is valid by itself.
    issues.push(...recordIssues(entity, record))
  }
  for (const { field, message } of issues) byField[field] ??= message
  return byField
}
