import { useCallback, useRef, useState } from 'react'
import type { Entity } from '../../../schemas/entity.ts'
import { AppError } from '../../../schemas/errors.ts'
import type { Held } from '../../forms/follow-record.ts'
import type { FramedForm } from '../../forms/form-frame.tsx'
import { useDraft } from '../../forms/form-guard.tsx'
import { formIssues, formPayload } from '../../forms/form-values.ts'
import { baseOf, type FormValues, onlyChanged } from '../../forms/payload.ts'
import { type FormEngine, useFormEngine } from '../../forms/use-form-engine.ts'
import { changedRecord, meetRecord } from './changed-record.ts'

export interface OnlineFormOptions {
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

export interface OnlineFormState {
  form: FormEngine<FormValues>['form']
  frame: FramedForm
  /** Body of a creation, or the fields that an update changes (RES-05). */
  payload: () => FormValues
  /** The same for a record without VERSION: an update says too what the form showed of the fields that it changes. */
  based: () => FormValues
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

/**
 * The form engine for records that administrators change online: a write sends the VERSION that it is based on, and the form follows the record
 * that the server's refusal shows. The server's messages stay under their fields.
 */
export function useOnlineForm(options: OnlineFormOptions): OnlineFormState {
  const { entity, record, initial, draftKey, check, alsoDirty } = options
  const mode = record === null ? 'create' : 'update'
  const id = record === null ? undefined : String(record[entity.key])
  const validate = useCallback(
    ({ values, snapshot }: Held) => ({
      ...check?.(values),
      ...formIssues({ entity, mode, values, snapshot, record: record ?? undefined, id }),
    }),
    [check, entity, mode, record, id],
  )
  const engine = useFormEngine<FormValues>({ values: initial, validate })
  const { form, issues } = engine
  const version = useRef(versionOf(record))
  const saved = useRef(false)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const isDirty = (): boolean => !saved.current && (engine.isDirty() || alsoDirty?.() === true)
  const unkept = (): boolean => alsoDirty?.() === true
  const lost = useDraft<FormValues>(draftKey, {
    isDirty,
    unkept,
    isNew: record === null,
    getValues: () => {
      const { values, snapshot } = engine.held()
      return { ...values, [OPENED]: { snapshot, version: version.current } satisfies Opened }
    },
    setValues: ({ [OPENED]: kept, ...values }) => {
      // An older build stored only the values: they are applied to the form's first values.
      const before = typeof kept === 'object' && kept !== null ? (kept as Opened) : null
      if (before) version.current = before.version
      engine.hold({ values, snapshot: before?.snapshot ?? engine.held().snapshot })
    },
  })

  const payload = (): FormValues => {
    const { values, snapshot } = engine.held()
    const body = formPayload({ entity, mode, values, snapshot, id })
    return mode === 'create' ? body : onlyChanged(body, snapshot)
  }

  return {
    form,
    frame: {
      mode,
      issues: refused === undefined ? issues : { ...issues, _: refused },
      valid: engine.valid,
      isDirty,
      unkept,
      isSent: true,
      lost,
      touchAll: engine.touchAll,
      markSaved: () => {
        saved.current = true
      },
    },
    payload,
    based: () => (mode === 'create' ? payload() : baseOf(payload(), engine.held().snapshot)),
    seen: () => version.current,
    send: async (write) => {
      setRefused(undefined)
      try {
        return await write()
      } catch (error) {
        const theirs = changedRecord(error)
        if (theirs) {
          version.current = versionOf(theirs)
          setRefused(meetRecord(entity, engine, theirs))
        }
        if (error instanceof AppError && error.errors) {
          engine.refuse(error)
          setRefused(error.errors._?.join(' '))
        }
        throw error
      }
    },
  }
}
