import type { Entity } from '../../schemas/entity.ts'
import { same } from '../../schemas/merge.ts'
import type { Snapshot } from '../../sync/outbox/snapshot.ts'
import type { SyncMark } from '../../sync/store/local-record.ts'
import { type Behind, follow, type Held, heldWithoutSnapshot, keepMine, takeTheirs } from './follow-record.ts'
import { valuesOf } from './form-values.ts'
import type { FormValues } from './payload.ts'

/** A change by somebody else that needs the user's choice. */
export interface FieldChange extends Behind {
  /** When this device learned of it. */
  at: string
  /** The user's own edit in another window of this device. */
  byMe: boolean
}

/** The VERSION of the record that an open form shows, and the changes that need a choice. */
export interface Following {
  version: number
  changes: FieldChange[]
}

/** State of an open form. */
export interface OpenForm extends Held, Following {}

type Shown = Record<string, unknown>

/**
 * The part of a form that is stored across a reload: its values, as in every build, and beside them the snapshot, under a name that no field has.
 * A build that does not know it reads only the values.
 */
export type Draft = FormValues
const SNAPSHOT = '#snapshot'

export const draftOf = ({ values, snapshot }: Held): Draft => ({ ...values, [SNAPSHOT]: snapshot })

function heldIn({ [SNAPSHOT]: kept, ...values }: Draft): { values: FormValues; snapshot: FormValues | null } {
  return { values, snapshot: typeof kept === 'object' && kept !== null ? (kept as FormValues) : null }
}

const versionOf = (record: Shown | null): number => Number(record?.VERSION ?? 0)

/** A form that is opened. Its first values may be older than the record: they were stored while the user was elsewhere. */
export function opened(options: {
  entity: Entity
  record: Shown | null
  initial: FormValues
  startWith?: FormValues
}): OpenForm {
  const { entity, record, initial, startWith } = options
  const held = { values: { ...initial, ...startWith }, snapshot: initial }
  const form = { ...held, version: versionOf(record), changes: [] }
  return record === null ? form : followed(entity, form, record)
}

/** The form after its record has changed (OUT-11). */
export function followed(entity: Entity, form: OpenForm, record: Shown): OpenForm {
  const { behind, ...held } = follow(entity, form, valuesOf(entity, record))
  const now = new Date().toISOString()
  const changes = behind.map((one): FieldChange => {
    const known = form.changes.find(({ unit, theirs }) => unit === one.unit && same(theirs, one.theirs))
    return known ? { ...one, at: known.at, byMe: known.byMe } : { ...one, at: now, byMe: isMine(one, form, record) }
  })
  return { ...held, version: versionOf(record), changes }
}

/** The server still has the values that the form showed: the difference is an unsent edit of this device. */
function isMine({ fields }: Behind, { snapshot }: Held, record: Shown): boolean {
  const { master: server } = (record.sync as SyncMark | undefined) ?? {}
  return !!server && fields.every((name) => same(server[name] ?? null, orNull(snapshot[name])))
}

/** Applies a choice: my values over theirs, knowingly, or theirs. */
export function resolved(
  entity: Entity,
  form: OpenForm,
  { unit, choice }: { unit: string; choice: 'mine' | 'theirs' },
): OpenForm {
  const change = form.changes.find((one) => one.unit === unit)
  if (!change) return form
  const held = choice === 'mine' ? keepMine(form, change) : takeTheirs(entity, form, change)
  return { ...form, ...held, changes: form.changes.filter((one) => one !== change) }
}

/** Applies a draft to the form again, on the record as it is now. */
export function restored(given: { entity: Entity; known: OpenForm; draft: Draft; record: Shown | null }): OpenForm {
  const { entity, known, draft, record } = given
  const { values, snapshot } = heldIn(draft)
  if (record === null) {
    return { ...known, values: { ...known.values, ...values }, snapshot: { ...known.snapshot, ...snapshot } }
  }
  const theirs = valuesOf(entity, record)
  const held = snapshot
    ? { values: { ...theirs, ...values }, snapshot: { ...theirs, ...snapshot } }
    : heldWithoutSnapshot(entity, { ...theirs, ...values }, theirs)
  return followed(entity, { ...held, version: versionOf(record), changes: [] }, record)
}

const orNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value)

/** The snapshot that the form's edit is relative to, as values of a record. */
export const snapshotOf = ({ snapshot, version }: Pick<OpenForm, 'snapshot' | 'version'>): Snapshot => ({
  ...Object.fromEntries(Object.entries(snapshot).map(([name, value]) => [name, orNull(value)])),
  VERSION: version,
})
