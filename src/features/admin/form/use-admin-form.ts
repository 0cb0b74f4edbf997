import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { Entity } from '../../../../schemas/entity.ts'
import { AppError } from '../../../../schemas/errors.ts'
import { useDraft } from '../../../components/form-guard.tsx'
import { follow } from '../../../components/resource/follow-record.ts'
import type { FramedForm } from '../../../components/resource/form-frame.tsx'
import { formIssues, formPayload, valuesOf } from '../../../components/resource/form-values.ts'
import { differs, type FormValues, onlyChanged } from '../../../components/resource/payload.ts'
import { adminText } from '../../../text/admin.ts'

export interface AdminFormOptions {
  entity: Entity
  /** The record that is changed; null for a creation. */
  record: Record<string, unknown> | null
  initial: FormValues
  draftKey: string
  /** Rules in addition to the declaration's: messages by field. */
  check?: ((values: FormValues) => Record<string, string>) | undefined
  /** Something beside its values is unsaved: a picture that was chosen. */
  alsoDirty?: (() => boolean) | undefined
}

export interface AdminFormState {
  form: UseFormReturnType<FormValues>
  frame: FramedForm
  /** Body of a creation, or the fields that an update changes (RES-05). */
  payload: () => FormValues
  /** VERSION of the record that the form shows, where it has one: the write sends the version that it is based on. */
  seen: () => number | undefined
  /** Runs the write; the server's refusals are shown under their fields too, and the frame shows the dialog. */
  send: <T>(write: () => Promise<T>) => Promise<T>
}

/**
 * The part of a form that is stored across a reload: the values, as in every build, and under a name that no field has the snapshot that they are
 * edits of, so that a record that was changed meanwhile is detected (409).
 */
const OPENED = '#opened'
interface Opened {
  snapshot: FormValues
  version: number | undefined
}

const versionOf = (record: Record<string, unknown> | null): number | undefined =>
  typeof record?.VERSION === 'number' ? record.VERSION : undefined

/** The record as it is now, from the server's answer to a write that was based on an older version. */
function changedRecord(error: unknown): Record<string, unknown> | null {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') return null
  const { body } = (error.details ?? {}) as { body?: { details?: { record?: unknown } } }
  const record = body?.details?.record
  return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : null
}

/** State of a form over one declared entity: the server's own rules during typing, its answer under the fields afterwards. */
export function useAdminForm(options: AdminFormOptions): AdminFormState {
  const { entity, record, draftKey, check, alsoDirty } = options
  const mode = record === null ? 'create' : 'update'
  const snapshot = useRef(options.initial)
  const version = useRef(versionOf(record))
  const saved = useRef(false)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const id = record === null ? undefined : String(record[entity.key])
  const state = (values: FormValues) =>
    ({ entity, mode, values, snapshot: snapshot.current, record: record ?? undefined, id }) as const
  const issuesOf = (values: FormValues): Record<string, string> => ({
    ...check?.(values),
    ...formIssues(state(values)),
  })
  const form = useForm<FormValues>({
    initialValues: options.initial,
    validateInputOnBlur: true,
    validate: (values) => issuesOf(values),
  })
  const issues = issuesOf(form.values)
  const isDirty = (): boolean =>
    !saved.current && (differs(form.getValues(), snapshot.current) || alsoDirty?.() === true)
  useDraft<FormValues>(draftKey, {
    isDirty,
    getValues: () => ({
      ...form.getValues(),
      [OPENED]: { snapshot: snapshot.current, version: version.current } satisfies Opened,
    }),
    setValues: ({ [OPENED]: kept, ...values }) => {
      // An older build stored only the values: they are applied to the form's first values.
      if (typeof kept === 'object' && kept !== null) {
        snapshot.current = (kept as Opened).snapshot
        version.current = (kept as Opened).version
      }
      form.setValues(values)
    },
  })

  /** Somebody has changed the record since the form was opened: the form follows it (OUT-11), and the user checks the fields that both have changed. */
  const meet = (theirs: Record<string, unknown>): void => {
    const shown = valuesOf(entity, theirs)
    const { values, behind } = follow(entity, { values: form.getValues(), snapshot: snapshot.current }, shown)
    snapshot.current = shown
    version.current = versionOf(theirs)
    form.setValues(values)
    const labels = behind.flatMap(({ fields }) => fields.map((name) => entity.fields[name]?.label ?? name))
    setRefused(adminText.changedMeanwhile(labels))
  }

  return {
    form,
    frame: {
      mode,
      issues: refused === undefined ? issues : { ...issues, _: refused },
      valid: Object.keys(issues).length === 0,
      isDirty,
      touchAll: () => void form.validate(),
      markSaved: () => {
        saved.current = true
      },
    },
    payload: () => {
      const payload = formPayload(state(form.getValues()))
      return mode === 'create' ? payload : onlyChanged(payload, snapshot.current)
    },
    seen: () => version.current,
    send: async (write) => {
      setRefused(undefined)
      try {
        return await write()
      } catch (error) {
        const theirs = changedRecord(error)
        if (theirs) meet(theirs)
        if (error instanceof AppError && error.errors) {
          form.setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, all]) => [name, all.join(' ')])))
          setRefused(error.errors._?.join(' '))
        }
        throw error
      }
    },
  }
}
