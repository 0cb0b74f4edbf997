import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import type { Option } from '../../../forms/fields/search-select.tsx'
import { adminText } from '../../../text/admin/admin.ts'
import { SearchField, useSearchText } from '../../../ui/list/search-field.tsx'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { hrefProps } from '../../../ui/navigation/href-props.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { companyQuery, useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import { type AdminResource, keyIn, type Named, pathOf, withCompany } from './admin-resource.ts'

/** The list of a declared resource: its company, its search, its rows, and the actions on each. */
export function ResourceList({ resource }: { resource: AdminResource }) {
  return resource.scope === 'platform' ? (
    <Frame resource={resource} companyId={null}>
      <Rows resource={resource} companyId={null} />
    </Frame>
  ) : (
    <CompanyList resource={resource} />
  )
}

function CompanyList({ resource }: { resource: AdminResource }) {
  const choice = useCompanyChoice()
  const { chosen, companies } = choice
  return (
    <Frame resource={resource} companyId={chosen}>
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} />
      </div>
      <LoadedView loaded={companies}>
        {() =>
          chosen === null ? (
            <Text c="dimmed">{adminText.noCompany}</Text>
          ) : (
            <Rows resource={resource} companyId={chosen} />
          )
        }
      </LoadedView>
    </Frame>
  )
}

function Frame(props: { resource: AdminResource; companyId: string | null; children: ReactNode }) {
  const { resource, companyId, children } = props
  const ready = resource.scope === 'platform' || companyId !== null
  return (
    <>
      <PageHeader
        title={resource.words.title}
        subtitle={resource.words.intro}
        actions={ready ? <CreateButton resource={resource} companyId={companyId} /> : undefined}
      />
      {children}
    </>
  )
}

function CreateButton({ resource, companyId }: { resource: AdminResource; companyId: string | null }) {
  return (
    <Button
      component={Link}
      {...hrefProps(withCompany(adminPaths.create(resource.name), companyId))}
      leftSection={<IconPlus size={18} />}
    >
      {resource.words.create}
    </Button>
  )
}

/** The declared columns, with the names of records of other lists. */
function useNamedColumns({ name, columns, options }: AdminResource, companyId: string | null): Column<unknown>[] {
  const { data } = useLoad(
    `${name} options ${companyId}`,
    async (signal): Promise<Record<string, Option[]>> => options?.({ companyId, signal }) ?? {},
  )
  const named: Named = (field, id) => data?.[field]?.find(({ value }) => value === id)?.label ?? id
  return columns.map((column) => ({ ...column, value: (row) => column.value(row, named) }))
}

function Rows({ resource, companyId }: { resource: AdminResource; companyId: string | null }) {
  const { row, by, paged, words, search, actions } = resource
  const [text, type] = useSearchText()
  const columns = useNamedColumns(resource, companyId)
  const listing = useListing({
    path: pathOf(resource),
    row,
    columns,
    by,
    paged,
    searched: paged && search !== undefined,
    query: companyQuery(companyId),
  })
  const { reload } = listing.loaded
  const at = resource.card ? adminPaths.card : adminPaths.edit
  return (
    <>
      {search && (
        <div className={listStyles.bar}>
          <SearchField label={adminText.search} placeholder={adminText.search} value={text} onChange={type} />
        </div>
      )}
      <ListingView
        listing={listing}
        label={words.title}
        columns={columns}
        keyOf={(one) => keyIn(resource, one)}
        empty={words.empty}
        href={(one) => withCompany(at(resource.name, keyIn(resource, one)), companyId)}
        actions={actions ? (one) => actions(one, { companyId, reload }) : undefined}
        search={search ? { text, of: search } : undefined}
      />
    </>
  )
}
