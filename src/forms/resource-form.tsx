import { type ReactNode, useMemo, useRef } from 'react'
import { entityOf } from '../../schemas/resources.ts'
import type { Single } from '../../sync/outbox/command-list.ts'
import type { LocalRecord } from '../../sync/store/local-record.ts'
import { useCommands } from '../data/records/use-commands.ts'
import { resourceText } from '../text/resource.ts'
import { type PageResource, paths } from '../ui/navigation/paths.ts'
import { FieldChangeNotice } from './field-change.tsx'
import { ResourceField } from './fields/resource-field.tsx'
import { FormFrame, FormSection, Wide } from './form-frame.tsx'
import { formFields, newValues, valuesOf } from './form-values.ts'
import type { FormValues } from './payload.ts'
import styles from './resource.module.css'
import { type ResourceFormOptions, type ResourceFormState, useResourceForm } from './use-resource-form.ts'

type Below = Partial<Record<string, (form: ResourceFormState) => ReactNode>>

/** The form's inputs for `names`, in that order. Long texts and lists take the whole width. */
export function Fields({
  form,
  names,
  marked,
  below,
}: {
  form: ResourceFormState
  names: readonly string[]
  marked?: boolean
  /** What stands right below a field, by its name. */
  below?: Below | undefined
}) {
  return names.map((name) => {
    const field = form.entity.fields[name]
    const input = (
      <div key={name} className={styles.field} data-field={name}>
        <ResourceField
          entity={form.entity}
          name={name}
          values={form.values}
          onChange={(value) => form.set(name, value)}
          onBlur={() => form.touch(name)}
          error={form.errors[name]}
          marked={marked}
        />
        <FieldChangeNotice form={form} name={name} />
        {below?.[name]?.(form)}
      </div>
    )
    const wide = field?.kind === 'longtext' || field?.kind === 'refs' || field?.kind === 'choices'
    return wide ? <Wide key={name}>{input}</Wide> : input
  })
}

export interface ResourceFormProps<R extends PageResource> {
  resource: R
  /** null for a creation. */
  record: LocalRecord<R> | null
  /** The record was deleted while the form was open (useFormRecord). */
  gone?: boolean
  /** Values that a creation opens with. */
  from?: FormValues
  /** Fields shown, in order; by default all that people may set. */
  fields?: readonly string[]
  back: string
  title?: string
  /** What is written with a creation, in the same save. */
  onCreated?: (id: string, commands: Single) => Promise<void>
  /** How an edit is written, in one save; by default its changes into its record. */
  write?: (form: ResourceFormState, commands: Single) => Promise<void>
  /** Instead of going back. */
  onSaved?: () => void
  check?: ResourceFormOptions['check']
  adjust?: ResourceFormOptions['adjust']
  /** What stands right below a field, by its name. */
  below?: Below
  /** Below the fields, over the whole width. */
  more?: (form: ResourceFormState) => ReactNode
}

/** The complete form of a declared entity (RES-01…05), made of its declaration. */
export function ResourceForm<R extends PageResource>(props: ResourceFormProps<R>) {
  const { resource, record, from, back } = props
  const entity = entityOf(resource)
  const commands = useCommands()
  const initial = useMemo(
    () => (record === null ? newValues(entity, from) : valuesOf(entity, record)),
    [entity, record, from],
  )
  const id = record === null ? undefined : String((record as Record<string, unknown>)[entity.key])
  const form = useResourceForm({
    entity,
    record,
    initial,
    draftKey: `${resource}/${id ?? 'create'}`,
    gone: props.gone === true,
    ...(props.check ? { check: props.check } : {}),
    ...(props.adjust ? { adjust: props.adjust } : {}),
  })

  /** Made once: another press while the form is being left makes no second record. */
  const made = useRef<string>(undefined)
  const save = async (): Promise<undefined> => {
    const payload = form.payload() as never
    if (id === undefined)
      made.current ??= await commands.together(async (one) => {
        const created = await one.create(resource, payload)
        await props.onCreated?.(created, one)
        return created
      })
    else if (Object.keys(payload).length > 0) {
      const { write } = props
      if (write) await commands.together((one) => write(form, one))
      else await commands.update(resource, id, payload, { base: form.base() })
    }
  }

  const label = entity.title.toLowerCase()
  const title = record === null ? resourceText.create(label) : resourceText.editTitle(label)
  return (
    <FormFrame
      form={form}
      title={props.title ?? title}
      entityTitle={entity.title}
      back={back}
      onSave={save}
      onSaved={props.onSaved}
    >
      <FormSection>
        <Fields form={form} names={props.fields ?? formFields(entity, form.mode)} below={props.below} />
        {props.more ? <Wide>{props.more(form)}</Wide> : null}
      </FormSection>
    </FormFrame>
  )
}

/** Where a form of this resource leads back to when there is no former page. */
export const backOf = (resource: PageResource, id: string | undefined): string =>
  id === undefined ? paths.manager.href() : paths.resource.view(resource, id)
