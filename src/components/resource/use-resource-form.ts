import { useMemo, useRef, useState } from 'react'
import type { Entity } from '../../../schemas/entity.ts'
import { useDraft } from '../form-guard.tsx'
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
  /** The record that is changed; null for a creation. */
  record: Record<string, unknown> | null
  /** Values that the form opens with; they are its snapshot. */
  initial: FormValues
  /** Names form and record for the draft kept across an update of the app. */
  draftKey: string
  /** Rules of this screen beside the declaration's: messages by field. */
  check?: (values: FormValues) => Record<string, string>
  /** What the form shows first when it is not the snapshot: a rescheduled appointment is an edit already begun. */
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
  /** The user has been on this field: its message may show. */
  touch: (name: string) => void
  /** Shows every message (a refused save). */
  touchAll: () => void
  /** Messages of touched fields. */
  errors: Record<string, string>
  /** Messages of all fields. */
  issues: Record<string, string>
  valid: boolean
  isDirty: () => boolean
  /** Declares what the form shows as saved: leaving asks nothing any more. */
  markSaved: () => void
  /** Body of a creation, or the fields that an update changes (RES-05). */
  payload: () => FormValues
}

/** State of a form over one declared entity: one validation with the server, a snapshot, messages once a field was visited. */
export function useResourceForm(options: ResourceFormOptions): ResourceFormState {
  const { entity, record, draftKey, check, adjust } = options
  const mode = record === null ? 'create' : 'update'
  const zone = useZone()
  const [snapshot, setSnapshot] = useState(options.initial)
  const [values, setValues] = useState({ ...options.initial, ...options.startWith })
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set())
  // Leaving right after a save happens before React renders again: the guard reads these, not the state.
  const latest = useRef({ values, snapshot })
  latest.current = { values, snapshot }

  const id = record === null ? undefined : String(record[entity.key])
  const form = { entity, mode, values, snapshot, record: record ?? undefined, id, zone } as const
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
  useDraft(draftKey, { isDirty, getValues: () => latest.current.values, setValues })

  const change = (patch: FormValues) =>
    setValues((known) => {
      const next = { ...known, ...patch }
      const names = adjust ? Object.keys(patch) : []
      return names.reduce((all, changed) => adjust?.({ previous: known, next: all, changed }) ?? all, next)
    })

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
      latest.current = { values: latest.current.values, snapshot: latest.current.values }
      setSnapshot(latest.current.values)
    },
    payload: () => {
      const payload = formPayload(form)
      return mode === 'create' ? payload : onlyChanged(payload, snapshot)
    },
  }
}
