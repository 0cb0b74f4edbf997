import type { Entity } from '../../../schemas/entity.ts'
import { same } from '../../../schemas/merge.ts'
import type { Snapshot } from '../../../sync/outbox/snapshot.ts'
import type { SyncMark } from '../../../sync/store/local-record.ts'
import { type Behind, follow, type Held, heldWithoutSnapshot, keepMine, takeTheirs } from './follow-record.ts'
import { valuesOf } from './form-values.ts'
import type { FormValues } from './payload.ts'

/** What somebody else has changed under the user's hands, until the user has chosen. */
export interface FieldChange extends Behind {
  /** When this device learned of it. */
  at: string
  /** The user's own edit in another window of this device. */
  byMe: boolean
}

/** State of an open form: what it holds, the VERSION of the record that it shows, and what waits for a choice. */
export interface OpenForm extends Held {
  version: number
  changes: FieldChange[]
}

type Shown = Record<string, unknown>

/**
 * What a form keeps across a reload: its values, as every build does, and beside them the snapshot, under a name that no field has. A build that
 * does not know it takes the values alone.
 */
export type Draft = FormValues
const SNAPSHOT = '#snapshot'

export const draftOf = ({ values, snapshot }: Held): Draft => ({ ...values, [SNAPSHOT]: snapshot })

function heldIn({ [SNAPSHOT]: kept, ...values }: Draft): { values: FormValues; snapshot: FormValues | null } {
  return { values, snapshot: typeof kept === 'object' && kept !== null ? (kept as FormValues) : null }
}

const versionOf = (record: Shown | null): number => Number(record?.VERSION ?? 0)

/** How a form opens. What it opens with may be older than the record: it was kept while its user was elsewhere. */
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

/** The server still has what the form showed: what differs waits to be sent from here. */
function isMine({ fields }: Behind, { snapshot }: Held, record: Shown): boolean {
  const { master: server } = (record.sync as SyncMark | undefined) ?? {}
  return !!server && fields.every((name) => same(server[name] ?? null, orNull(snapshot[name])))
}

/** A choice: my words over theirs, knowingly, or theirs. */
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

/** A draft laid on the form again, on the record as it is by now. */
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

/** What the form's edit is relative to, as values of a record. */
export const snapshotOf = ({ snapshot, version }: OpenForm): Snapshot => ({
  ...Object.fromEntries(Object.entries(snapshot).map(([name, value]) => [name, orNull(value)])),
  VERSION: version,
})
