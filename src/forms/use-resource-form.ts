import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Entity } from '../../schemas/entity.ts'
import type { Snapshot } from '../../sync/outbox/snapshot.ts'
import { useZone } from '../data/session/use-zone.ts'
import type { ChangingForm } from './field-change.tsx'
import type { Held } from './follow-record.ts'
import {
  type Draft,
  draftOf,
  type FieldChange,
  type Following,
  followed,
  type OpenForm,
  opened,
  resolved,
  restored,
  snapshotOf,
} from './form-following.ts'
import { useDraft } from './form-guard.tsx'
import { formIssues, formPayload, missingLabels } from './form-values.ts'
import { type FormValues, onlyChanged } from './payload.ts'
import { type FormEngine, useFormEngine } from './use-form-engine.ts'

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
  /** The draft is of this page of the history only (`useDraft`); by default where `record` is null. */
  isNew?: boolean
  /** Rules of this screen in addition to the declaration's: messages by field. */
  check?: (values: FormValues) => Record<string, string>
  /** The first values of the form when they differ from the snapshot: a rescheduled appointment is an edit already begun. */
  startWith?: FormValues
  /** Values that follow from others, e.g. an end that moves with its start. */
  adjust?: (change: FormChange) => FormValues
}

export interface ResourceFormState
  extends Pick<
    FormEngine<FormValues>,
    'values' | 'setMany' | 'touch' | 'touchAll' | 'errors' | 'issues' | 'valid' | 'isDirty' | 'markSaved'
  > {
  entity: Entity
  mode: 'create' | 'update'
  set: (name: string, value: unknown) => void
  /** Body of a creation, or the fields that an update changes (RES-05). */
  payload: () => FormValues
  /** Labels of the fields that keep the form from being saved, in its order. */
  missing: readonly string[]
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
  const { entity, record, draftKey, check, adjust, gone = false, isNew = record === null } = options
  const mode = record === null ? 'create' : 'update'
  const zone = useZone()
  const id = record === null ? undefined : String(record[entity.key])
  const [first] = useState(() => opened(options))
  const validate = useCallback(
    ({ values, snapshot }: Held) => ({
      ...check?.(values),
      ...formIssues({ entity, mode, values, snapshot, record: record ?? undefined, id, zone }),
    }),
    [check, entity, mode, record, id, zone],
  )
  const engine = useFormEngine<FormValues>({ values: first.values, snapshot: first.snapshot, validate })
  const { values, snapshot } = engine
  const [following, setFollowing] = useState<Following>(first)
  const latest = useRef(following)

  const known = (): OpenForm => ({ ...latest.current, ...engine.held() })
  const show = ({ version, changes }: Following): void => {
    latest.current = { version, changes }
    setFollowing(latest.current)
  }
  const hold = (form: OpenForm): void => {
    engine.hold(form)
    show(form)
  }

  const shown = useRef(record)
  // Before the browser paints, so that no frame shows a field of the former record beside one of the new.
  useLayoutEffect(() => {
    if (record === shown.current) return
    shown.current = record
    if (record) hold(followed(entity, known(), record))
  })

  useDraft<Draft>(draftKey, {
    isDirty: engine.isDirty,
    getValues: () => draftOf(engine.held()),
    setValues: (draft) => hold(restored({ entity, known: known(), draft, record })),
    isNew,
  })

  const change = (patch: FormValues): void => {
    const previous = engine.held().values
    const names = adjust ? Object.keys(patch) : []
    const next = names.reduce((all, changed) => adjust?.({ previous, next: all, changed }) ?? all, {
      ...previous,
      ...patch,
    })
    engine.setMany(Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== previous[name])))
  }

  const { changes, version } = following
  const resolve = (unit: string, choice: 'mine' | 'theirs') => hold(resolved(entity, known(), { unit, choice }))
  return {
    entity,
    mode,
    values,
    set: (name, value) => change({ [name]: value }),
    setMany: change,
    touch: engine.touch,
    touchAll: engine.touchAll,
    errors: engine.errors,
    issues: engine.issues,
    valid: engine.valid,
    missing: missingLabels(entity, Object.keys(engine.issues)),
    isDirty: engine.isDirty,
    markSaved: () => {
      engine.markSaved()
      show({ ...latest.current, changes: [] })
    },
    payload: () => {
      const payload = formPayload({ entity, mode, values, snapshot, id })
      return mode === 'create' ? payload : onlyChanged(payload, snapshot)
    },
    base: () => (mode === 'create' ? undefined : snapshotOf({ snapshot, version })),
    changes,
    resolve,
    gone,
    parts: [{ entity, changes, resolve, gone }],
  }
}
