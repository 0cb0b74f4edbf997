import { useMemo, useRef, useState } from 'react'
import type { Entity } from '../../../schemas/entity.ts'
import type { Snapshot } from '../../../sync/outbox/snapshot.ts'
import { useDraft } from '../form-guard.tsx'
import type { ChangingForm } from './field-change.tsx'
import {
  type Draft,
  draftOf,
  type FieldChange,
  followed,
  type OpenForm,
  opened,
  resolved,
  restored,
  snapshotOf,
} from './form-following.ts'
import { formIssues, formPayload } from './form-values.ts'
import { differs, type FormValues, onlyChanged } from './payload.ts'
import { useZone } from './use-zone.ts'

export interface FormChange {
  previous: FormValues
  next: FormValues
  changed: string
}

export interface ResourceFormOptions {
  entity: Entity
  /** The record that is changed, from a live query: the form follows it (OUT-11); null for a creation. */
  record: Record<string, unknown> | null
  /** Values that the form opens with; they are its snapshot. */
  initial: FormValues
  /** The record was deleted, or is not on this device any more, while the form was open. */
  gone?: boolean
  /** Names form and record for the draft kept across an update of the app. */
  draftKey: string
  /** Rules of this screen in addition to the declaration's: messages by field. */
  check?: (values: FormValues) => Record<string, string>
  /** The first values of the form when they differ from the snapshot: a rescheduled appointment is an edit already begun. */
  startWith?: FormValues
  /** Values that follow from others, e.g. an end that moves with its start. */
  adjust?: (change: FormChange) => FormValues
}

export interface ResourceFormState {
  entity: Entity
  mode: 'create' | 'update'
  values: FormValues
  set: (name: string, value: unknown) => void
  setMany: (values: FormValues) => void
  /** The user has visited this field: its message may show. */
  touch: (name: string) => void
  /** Shows every message (a refused save). */
  touchAll: () => void
  /** Messages of touched fields. */
  errors: Record<string, string>
  /** Messages of all fields. */
  issues: Record<string, string>
  valid: boolean
  isDirty: () => boolean
  /** Marks the present values as saved: leaving asks nothing any more. */
  markSaved: () => void
  /** Body of a creation, or the fields that an update changes (RES-05). */
  payload: () => FormValues
  /** The snapshot that the update is relative to, for the command. */
  base: () => Snapshot | undefined
  /** Fields and groups that the user and somebody else have both changed, each until the user has chosen. */
  changes: readonly FieldChange[]
  resolve: (unit: string, choice: 'mine' | 'theirs') => void
  gone: boolean
  /** The same, for the frame. */
  parts: readonly (ChangingForm & { gone: boolean })[]
}

/** State of a form over one declared entity: the server's validation, a snapshot that follows the record, messages once a field was visited. */
export function useResourceForm(options: ResourceFormOptions): ResourceFormState {
  const { entity, record, draftKey, check, adjust, gone = false } = options
  const mode = record === null ? 'create' : 'update'
  const zone = useZone()
  const [form, setForm] = useState<OpenForm>(() => opened(options))
  const [shown, setShown] = useState(record)
  // During rendering, so that no frame shows a field of the former record beside one of the new.
  if (record !== shown) {
    setShown(record)
    if (record) setForm((known) => followed(entity, known, record))
  }
  const { values, snapshot } = form
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set())
  // A save leaves the page before React renders again: the guard reads this reference, not the state.
  const latest = useRef(form)
  latest.current = form

  const id = record === null ? undefined : String(record[entity.key])
  const state = { entity, mode, values, snapshot, record: record ?? undefined, id, zone } as const
  const issues = useMemo(
    () => ({
      ...check?.(values),
      ...formIssues({ entity, mode, values, snapshot, record: record ?? undefined, id, zone }),
    }),
    [check, entity, mode, values, snapshot, record, id, zone],
  )
  const errors = useMemo(
    () =>
      touched === 'all' ? issues : Object.fromEntries(Object.entries(issues).filter(([name]) => touched.has(name))),
    [issues, touched],
  )

  const isDirty = () => differs(latest.current.values, latest.current.snapshot)
  useDraft<Draft>(draftKey, {
    isDirty,
    getValues: () => draftOf(latest.current),
    setValues: (draft) => setForm((known) => restored({ entity, known, draft, record })),
  })

  const change = (patch: FormValues) =>
    setForm((known) => {
      const next = { ...known.values, ...patch }
      const names = adjust ? Object.keys(patch) : []
      const adjusted = names.reduce(
        (all, changed) => adjust?.({ previous: known.values, next: all, changed }) ?? all,
        next,
      )
      return { ...known, values: adjusted }
    })

  const resolve = (unit: string, choice: 'mine' | 'theirs') =>
    setForm((known) => resolved(entity, known, { unit, choice }))
  return {
    entity,
    mode,
    values,
    set: (name, value) => change({ [name]: value }),
    setMany: change,
    touch: (name) => setTouched((known) => (known === 'all' || known.has(name) ? known : new Set([...known, name]))),
    touchAll: () => setTouched('all'),
    errors,
    issues,
    valid: Object.keys(issues).length === 0,
    isDirty,
    markSaved: () => {
      const saved = { ...latest.current, snapshot: latest.current.values, changes: [] }
      latest.current = saved
      setForm(saved)
    },
    payload: () => {
      const payload = formPayload(state)
      return mode === 'create' ? payload : onlyChanged(payload, snapshot)
    },
    base: () => (mode === 'create' ? undefined : snapshotOf(form)),
    changes: form.changes,
    resolve,
    gone,
    parts: [{ entity, changes: form.changes, resolve, gone }],
  }
}
