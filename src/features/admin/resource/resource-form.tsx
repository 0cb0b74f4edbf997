import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EntityFields } from '../../../domain/online/entity-fields.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { useOnlineForm } from '../../../domain/online/use-online-form.ts'
import { FormFrame, FormSection } from '../../../forms/form-frame.tsx'
import { formFields, missingLabels, newValues, valuesOf } from '../../../forms/form-values.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { companyQuery } from '../companies/use-company-choice.ts'
import { adminApi } from '../online/admin-api.ts'
import { type AdminResource, pathOf, readRecord, withCompany } from './admin-resource.ts'
import styles from './resource-form.module.css'
import { useRemoval } from './use-removal.ts'

type Options = Awaited<ReturnType<NonNullable<AdminResource['options']>>>
type Values = Record<string, unknown>

/** The form of a declared resource: a creation without `$id` in the address, else an update. */
export function ResourceForm({ resource }: { resource: AdminResource }) {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const companyId = resource.scope === 'company' ? (query.entreprise ?? null) : null
  const loaded = useLoad(`${resource.name} ${companyId} ${id}`, async (signal) => {
    const [record, options] = await Promise.all([
      id === undefined ? null : readRecord(resource, { id, companyId, signal }),
      resource.options?.({ companyId, signal }) ?? {},
    ])
    return { record, options }
  })
  const title = id === undefined ? resource.words.create : resource.words.edit
  if (loaded.state !== 'ready') {
    return (
      <>
        <PageHeader title={title} back={withCompany(adminPaths.list(resource.name), companyId)} />
        <LoadedView loaded={loaded}>{() => null}</LoadedView>
      </>
    )
  }
  const { record, options } = loaded.data
  return <Form resource={resource} companyId={companyId} record={record} options={options} title={title} />
}

interface FormProps {
  resource: AdminResource
  companyId: string | null
  record: Values | null
  options: Options
  title: string
}

function Form({ resource, companyId, record, options, title }: FormProps) {
  const { entity, fields, words, choices, hints } = resource
  const initial = useMemo(() => (record === null ? newValues(entity) : valuesOf(entity, record)), [entity, record])
  const id = record === null ? undefined : String(record[entity.key])
  const check = useMemo(
    () => resource.check?.(record === null ? null : initial, options),
    [resource, record, initial, options],
  )
  const { form, frame, payload, based, seen, send } = useOnlineForm({
    entity,
    record,
    initial,
    draftKey: `admin/${resource.name}/${id ?? 'create'}`,
    check,
  })
  const query = companyQuery(companyId)
  const at = id === undefined ? pathOf(resource) : `${pathOf(resource)}/${encodeURIComponent(id)}`

  const save = async (): Promise<undefined> => {
    // A record without VERSION is compared field by field.
    const body = seen() === undefined ? based() : payload()
    if (id !== undefined && Object.keys(body).length === 0) return
    await send(() =>
      adminApi.write(id === undefined ? 'POST' : 'PUT', at, {
        data: resource.record ?? resource.row,
        body,
        query,
        seen: seen(),
      }),
    )
  }
  const remove = useRemoval(resource, companyId)

  return (
    <>
      <FormFrame
        // What such a rule asks may lack although nobody has come to it yet.
        form={check ? { ...frame, missing: missingLabels(entity, Object.keys(frame.issues)) } : frame}
        title={title}
        entityTitle={entity.title}
        back={
          id !== undefined && resource.card
            ? withCompany(adminPaths.card(resource.name, id), companyId)
            : withCompany(adminPaths.list(resource.name), companyId)
        }
        onSave={save}
      >
        <FormSection>
          <EntityFields
            entity={entity}
            names={fields?.[frame.mode] ?? formFields(entity, frame.mode)}
            form={form}
            options={options}
            choices={choices}
            hints={hints}
          />
        </FormSection>
      </FormFrame>
      {record !== null && (
        <div className={styles.remove}>
          <Button
            variant="subtle"
            color="rouge"
            leftSection={<IconTrash size={18} />}
            onClick={() => void remove(record, frame.markSaved)}
          >
            {words.remove}
          </Button>
        </div>
      )}
    </>
  )
}
