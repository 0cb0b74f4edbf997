import { Alert, Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import { same, type Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { ResourceField } from '../../forms/fields/resource-field.tsx'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './synchronisation.module.css'
import type { EntryLabel } from './use-entry-label.ts'
import { correctableFields, refusalMessages } from './wording.ts'

/** The values to send: only those that were changed; an emptied field as null. */
export function correctionOf(names: readonly string[], before: Values, values: Values): Values {
  const given = (value: unknown): unknown => (value === '' || value === undefined ? null : value)
  return Object.fromEntries(
    names.filter((name) => !same(given(values[name]), given(before[name]))).map((name) => [name, given(values[name])]),
  )
}

/** The form's first values. An entry holds only the changed members of a set; people see and correct the whole set. */
export function valuesBefore(
  { resource, patch, base }: Pick<OutboxEntry, 'resource' | 'patch' | 'base'>,
  record: Values | null,
): Values {
  const { fields } = entityOf(resource)
  const sets = Object.keys(patch).filter((name) => base !== null && fields[name]?.merge === 'set')
  return { ...patch, ...Object.fromEntries(sets.map((name) => [name, record?.[name] ?? patch[name]])) }
}

/** The server judges the correction, as it judged the write. */
const validate = () => ({})

interface CorrectSheetProps {
  entry: OutboxEntry
  about: EntryLabel
  onClose: () => void
}

/** The fields of a refused write with the server's messages, to be corrected and sent again. */
export function CorrectSheet({ entry, about, onClose }: CorrectSheetProps) {
  const resolver = useResolver()
  const entity = entityOf(entry.resource)
  const [names] = useState(() => correctableFields(entry))
  const [before] = useState(() => valuesBefore(entry, about.record))
  const engine = useFormEngine<Values>({ values: before, validate, refused: entry.error?.errors })
  const { values, errors, setMany, refuse } = engine
  const { busy, whileBusy } = useBusy()
  const general = refusalMessages({
    resource: entry.resource,
    error: entry.error && { ...entry.error, errors: unplaced(errors, names) },
  })

  const send = (): Promise<boolean> =>
    whileBusy(async () => {
      if (!resolver) return false
      try {
        await resolver.correct(entry.id, correctionOf(names, before, values))
      } catch (error) {
        if (!(error instanceof AppError && error.errors)) throw error
        refuse(error)
        return false
      }
      notices.success(text.resent)
      engine.markSaved()
      onClose()
    })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }

  return (
    <FormSheet
      engine={engine}
      draftKey={`refus/${entry.id}`}
      title={text.correctTitle(about.title)}
      canSave
      saving={busy}
      save={send}
      label={text.correctSend}
      onClose={onClose}
    >
      {(close) => (
        <form noValidate className={styles.form} onSubmit={submit}>
          <strong>{about.label}</strong>
          {Object.keys(errors).some((name) => names.includes(name)) ? null : (
            <Alert color="rouge">
              {general.map(({ label, message }) => (label ? `${label} : ${message}` : message)).join(' ')}
            </Alert>
          )}
          {names.map((name) => (
            <ResourceField
              key={name}
              entity={entity}
              name={name}
              values={values}
              onChange={(value) => setMany({ [name]: value })}
              error={errors[name]}
            />
          ))}
          <div className={styles.formActions}>
            <Button variant="default" onClick={close}>
              {text.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {text.correctSend}
            </Button>
          </div>
        </form>
      )}
    </FormSheet>
  )
}

/** Messages that no field of the form can show. */
const unplaced = (errors: Record<string, string>, names: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([name]) => !names.includes(name))
      .map(([name, message]) => [name, [message]]),
  )
