import { Button } from '@mantine/core'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import type { Option } from '../../../forms/fields/search-select.tsx'
import frame from '../../../forms/resource.module.css'
import { resourceText } from '../../../text/resource.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { hrefProps } from '../../../ui/navigation/href-props.ts'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { type AdminResource, readRecord, withCompany } from './admin-resource.ts'
import styles from './resource-form.module.css'
import { useRemoval } from './use-removal.ts'

const NO_OPTIONS: Record<string, Option[]> = {}

/** `/admin/{name}/{id}`: the card of one record (RES-01, RES-02), with the columns of its list; closed, edited, removed from here. */
export function ResourceCard({ resource }: { resource: AdminResource }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const companyId = resource.scope === 'company' ? (query.entreprise ?? null) : null
  const loaded = useLoad(`${resource.name} ${companyId} ${id}`, async (signal) => {
    const [record, options] = await Promise.all([
      readRecord(resource, { id, companyId, signal }),
      resource.options?.({ companyId, signal }) ?? NO_OPTIONS,
    ])
    return { record, options }
  })
  const remove = useRemoval(resource, companyId)
  const back = withCompany(adminPaths.list(resource.name), companyId)
  const title = loaded.state === 'ready' ? resource.entity.label(loaded.data.record as never) : resource.entity.title
  return (
    <div className={frame.page}>
      <PageHeader title={title} subtitle={resource.entity.title} back={back} />
      <LoadedView loaded={loaded}>
        {({ record, options }) => (
          <section className={`surface ${frame.card}`} aria-label={title}>
            <dl className={frame.facts}>
              {resource.columns.map(({ name, label, value }) => (
                <div key={name} className={frame.fact}>
                  <dt>{label}</dt>
                  <dd>
                    {value(record as never, (field, one) => {
                      const known = options[field]?.find((option) => option.value === one)
                      return known?.label ?? one
                    })}
                  </dd>
                </div>
              ))}
            </dl>
            <div className={styles.actions}>
              {resource.actions?.(record as never, { companyId, reload: loaded.reload })}
              <Button component={Link} {...hrefProps(back)} variant="default" leftSection={<IconX size={18} />}>
                {resourceText.close}
              </Button>
              <Button
                variant="subtle"
                color="rouge"
                leftSection={<IconTrash size={18} />}
                onClick={() => void remove(record)}
              >
                {resource.words.remove}
              </Button>
              <Button
                component={Link}
                {...hrefProps(withCompany(adminPaths.edit(resource.name, id), companyId))}
                leftSection={<IconPencil size={18} />}
              >
                {resourceText.edit}
              </Button>
            </div>
          </section>
        )}
      </LoadedView>
    </div>
  )
}
