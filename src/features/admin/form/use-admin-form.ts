import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { Entity } from '../../../../schemas/entity.ts'
import { AppError } from '../../../../schemas/errors.ts'
import { useDraft } from '../../../components/form-guard.tsx'
import type { FramedForm } from '../../../components/resource/form-frame.tsx'
import { formIssues, formPayload } from '../../../components/resource/form-values.ts'
import { differs, type FormValues, onlyChanged } from '../../../components/resource/payload.ts'

export interface AdminFormOptions {
  entity: Entity
  /** The record that is changed; null for a creation. */
  record: Record<string, unknown> | null
  initial: FormValues
  draftKey: string
  /** Rules beside the declaration's: messages by field. */
  check?: ((values: FormValues) => Record<string, string>) | undefined
  /** More to lose than its values: a picture that was chosen. */
  alsoDirty?: (() => boolean) | undefined
}

export interface AdminFormState {
  form: UseFormReturnType<FormValues>
  frame: FramedForm
  /** Body of a creation, or the fields that an update changes (RES-05). */
  payload: () => FormValues
  /** Runs the write; what the server refuses stands under its fields too, and the frame shows the dialog. */
  send: <T>(write: () => Promise<T>) => Promise<T>
}

/** State of a form over one declared entity: the server's own rules while one types, its answer under the fields afterwards. */
export function useAdminForm(options: AdminFormOptions): AdminFormState {
  const { entity, record, draftKey, check, alsoDirty } = options
  const mode = record === null ? 'create' : 'update'
  const snapshot = useRef(options.initial)
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
  useDraft(draftKey, { isDirty, getValues: form.getValues, setValues: form.setValues })

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
    send: async (write) => {
      setRefused(undefined)
      try {
        return await write()
      } catch (error) {
        if (error instanceof AppError && error.errors) {
          form.setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, all]) => [name, all.join(' ')])))
          setRefused(error.errors._?.join(' '))
        }
        throw error
      }
    },
  }
}
