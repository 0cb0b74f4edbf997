import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useMemo, useRef } from 'react'
import { AppError, type FieldErrors } from '../../schemas/errors.ts'
import { differs } from './differs.ts'
import type { Held } from './follow-record.ts'
import type { FormValues } from './payload.ts'

export interface EngineOptions<V extends FormValues> {
  /** The first values. */
  values: V
  /** What they are edits of, when they are an edit already begun. */
  snapshot?: V
  /** The messages by field, in French; empty when the values may be saved. The same function as long as its rules are the same. */
  validate: (held: Held<V>) => Partial<Record<string, string>>
  /** Messages that the server has given before. */
  refused?: FieldErrors | undefined
  /** A short form: its messages show after a try to send it, not when a field is left. */
  afterTry?: boolean
}

export interface FormEngine<V extends FormValues> {
  /** Mantine's form; its `getInputProps` connects an input to the engine. */
  form: UseFormReturnType<V>
  /** As they were at this rendering, so that a save which waits sends what was shown when it began. */
  values: V
  snapshot: V
  setMany: (patch: Partial<V>) => void
  /** The user has visited this field: its message may show. */
  touch: (name: string) => void
  /** Shows every message (a refused save). */
  touchAll: () => void
  /** Messages of visited fields, and those of the server. */
  errors: Record<string, string>
  /** Messages of all fields. */
  issues: Record<string, string>
  valid: boolean
  isDirty: () => boolean
  /** Marks the present values as saved: leaving asks nothing any more. */
  markSaved: () => void
  /** The present values and snapshot, also between two renderings. */
  held: () => Held<V>
  /** Replaces both: the record has changed, or a draft is restored. */
  hold: (held: Held<V>) => void
  /** Shows the server's messages under their fields, each until its field changes. */
  refuse: (error: unknown) => void
  /** The handler of a form that sends its values once they are valid, and shows every message before. */
  onSubmit: (send: (values: V) => void) => (event: FormEvent<HTMLFormElement>) => void
}

const asText = (messages: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) => (message === undefined ? [] : [[name, String(message)]])),
  )

const inSentences = (errors: FieldErrors): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, all]) => [name, all.join(' ')]))

/**
 * The one form engine. @mantine/form holds the values, the snapshot that they are edits of (its initial values), the visited fields and the
 * server's messages; the messages of the rules follow from the values.
 */
export function useFormEngine<V extends FormValues>(options: EngineOptions<V>): FormEngine<V> {
  const { validate } = options
  const form: UseFormReturnType<V> = useForm<V>({
    initialValues: options.values,
    initialErrors: inSentences(options.refused ?? {}),
    validate: (values: V) => validate({ values, snapshot: form.getInitialValues() }),
    // A server's message is cleared with its own field; Mantine would clear all of them.
    clearInputErrorOnChange: false,
    touchTrigger: 'focus',
    enhanceGetInputProps: ({ inputProps: { onChange }, field }) => ({
      error: errors[String(field)],
      // A field is visited once it was left.
      onFocus: undefined,
      onBlur: options.afterTry ? undefined : () => touch(String(field)),
      onChange: (input: unknown) => {
        onChange(input)
        form.clearFieldError(field)
      },
    }),
  })
  const isOpening = useRef(true)
  if (isOpening.current && options.snapshot) form.setInitialValues(options.snapshot)
  isOpening.current = false

  const { values } = form
  const snapshot = form.getInitialValues()
  const issues = useMemo(() => asText(validate({ values, snapshot })), [validate, values, snapshot])
  const touched = form.getTouched()
  const errors: Record<string, string> = useMemo(
    () => ({
      ...asText(form.errors),
      ...Object.fromEntries(Object.entries(issues).filter(([name]) => touched[name] === true)),
    }),
    [form.errors, issues, touched],
  )
  const touch = (name: string): void =>
    form.setTouched((known) => (known[name] === true ? known : { ...known, [name]: true }))
  const touchAll = (): void => {
    form.setTouched(Object.fromEntries(Object.keys({ ...form.getValues(), ...issues }).map((name) => [name, true])))
    form.clearErrors()
  }

  return {
    form,
    values,
    snapshot,
    setMany: (patch) => {
      // Not `setFieldValue`: it clones all values, and every line of a quote would render again.
      form.setValues(patch)
      for (const name of Object.keys(patch)) form.clearFieldError(name)
    },
    touch,
    touchAll,
    errors,
    issues,
    valid: Object.keys(issues).length === 0,
    // Not Mantine's: it compares only the fields that were set since its last reset, and takes '' and null for two values.
    isDirty: () => differs(form.getValues(), form.getInitialValues()),
    markSaved: () => form.resetDirty(),
    held: () => ({ values: form.getValues(), snapshot: form.getInitialValues() }),
    hold: (held) => {
      form.setInitialValues(held.snapshot)
      form.setValues(held.values)
      form.clearErrors()
    },
    refuse: (error) => {
      if (error instanceof AppError && error.errors) form.setErrors(inSentences(error.errors))
    },
    onSubmit: (send) => form.onSubmit(send, touchAll),
  }
}
