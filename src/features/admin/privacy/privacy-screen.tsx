import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DEFAULT_ZONE } from '../../../../schemas/dates.ts'
import { answerDue, ErasureProposal, ErasureRequest, fullName } from '../../../../schemas/privacy.ts'
import { periodText, retentionRule } from '../../../../schemas/retention.ts'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { privacyText as text } from '../../../text/admin/privacy.ts'
import { EMPTY } from '../../../text/words.ts'
import { downloadFile } from '../../../ui/format/csv.ts'
import { formatDate } from '../../../ui/format/format.ts'
import { SearchField, useSearchText } from '../../../ui/list/search-field.tsx'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import { adminApi } from '../online/admin-api.ts'
import { at } from '../overview/instants.ts'
import { Client, Erasure, LeftStaff } from './answers.ts'
import { EraseDialog, type Person } from './erase-dialog.tsx'
import { PlainList } from './plain-list.tsx'

const TABS = ['clients', 'staff', 'requests', 'over', 'done'] as const
type Tab = (typeof TABS)[number]
const tabOf = (value: string | undefined): Tab => TABS.find((one) => one === value) ?? 'clients'

const dueOf = (request: ErasureRequest): string => {
  const due = answerDue(request, DEFAULT_ZONE)
  return due === null ? EMPTY : formatDate(due)
}

/** `/admin/privacy`: the rights of persons over their data, in one company. */
export function PrivacyScreen() {
  const choice = useCompanyChoice()
  const [query, setQuery] = useQuery()
  const { chosen } = choice
  return (
    <>
      <PageHeader title={text.people} subtitle={text.peopleIntro} />
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} />
      </div>
      <LoadedView loaded={choice.companies}>
        {() =>
          chosen === null ? (
            <EmptyState text={text.none} />
          ) : (
            <Tabs
              value={tabOf(query.onglet)}
              onChange={(next) => setQuery({ onglet: next ?? undefined, q: undefined })}
              keepMounted={false}
            >
              <Tabs.List mb="md">
                {TABS.map((tab) => (
                  <Tabs.Tab key={tab} value={tab}>
                    {text.tabs[tab]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Panels key={chosen} company={chosen} />
            </Tabs>
          )
        }
      </LoadedView>
    </>
  )
}

function Panels({ company }: { company: string }) {
  const [asked, ask] = useState<{ person: Person; reload: () => void } | null>(null)
  const query = { company_id: company }
  const actions = (person: Person, reload: () => void) => (
    <>
      <ActionButton label={text.export} of={person.name} success={text.exported} run={() => save(company, person)} />
      <ActionButton
        label={text.erase}
        of={person.name}
        color="rouge"
        variant="subtle"
        run={async () => ask({ person, reload })}
      />
    </>
  )
  const refuse = async (id: string, reload: () => void): Promise<void> => {
    await adminApi.remove(`/admin/privacy/requests/${encodeURIComponent(id)}`, query)
    reload()
  }
  return (
    <>
      <Tabs.Panel value="clients">
        <Clients company={company} actions={actions} />
      </Tabs.Panel>
      <Tabs.Panel value="staff">
        <PlainList
          label={text.tabs.staff}
          path="/admin/privacy/left-staff"
          query={query}
          row={LeftStaff}
          keyOf={({ IDPERSONNEL }) => IDPERSONNEL}
          columns={[{ name: 'NOM', label: text.name, value: ({ NOM, NOM_COMPLET }) => NOM_COMPLET ?? NOM }]}
          actions={({ IDPERSONNEL: id, NOM, NOM_COMPLET }, reload) =>
            actions({ kind: 'personnel', id, name: NOM_COMPLET ?? NOM }, reload)
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="requests">
        <PlainList
          label={text.tabs.requests}
          path="/admin/privacy/requests"
          query={query}
          row={ErasureRequest}
          keyOf={({ id }) => id}
          columns={[
            { name: 'name', label: text.name, value: ({ name }) => name ?? EMPTY },
            { name: 'why', label: text.motive, value: ({ why }) => text.whys[why] },
            { name: 'asked_at', label: text.asked, value: ({ asked_at }) => at(asked_at) },
            { name: 'due', label: text.due, value: dueOf },
          ]}
          actions={({ id, kind, person_id, name }, reload) => (
            <>
              {actions({ kind, id: person_id, name: name ?? '' }, reload)}
              <ActionButton
                label={text.refuse}
                of={name ?? undefined}
                success={text.refused}
                run={() => refuse(id, reload)}
              />
            </>
          )}
        />
      </Tabs.Panel>
      <Tabs.Panel value="over">
        <PlainList
          label={text.tabs.over}
          path="/admin/privacy/proposals"
          query={query}
          row={ErasureProposal}
          keyOf={({ IDCLIENT }) => IDCLIENT}
          columns={[
            { name: 'NOM', label: text.name, value: fullName },
            { name: 'last', label: text.last, value: ({ last }) => at(last) },
            {
              name: 'kind',
              label: text.contract,
              value: ({ kind }) => `${text.contracts[kind]} (${periodText(retentionRule(kind).days)})`,
            },
            { name: 'asked', label: text.requested, value: ({ asked: is }) => (is ? text.yes : text.no) },
          ]}
          actions={(row, reload) =>
            // A client whose period is over is erased only when the company has asked for it.
            row.asked && actions({ kind: 'client', id: row.IDCLIENT, name: fullName(row) }, reload)
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="done">
        <PlainList
          label={text.tabs.done}
          path="/admin/privacy/erasures"
          query={query}
          row={Erasure}
          keyOf={({ id }) => id}
          columns={[
            { name: 'at', label: text.at, value: ({ at: when }) => at(when) },
            { name: 'kind', label: text.kind, value: ({ kind }) => text.kinds[kind] },
            { name: 'erased', label: text.erasedCount, value: ({ erased }) => erased },
            { name: 'kept', label: text.keptCount, value: ({ kept }) => kept },
            {
              name: 'keep_until',
              label: text.keptUntil,
              value: ({ keep_until }) => (keep_until === null ? EMPTY : formatDate(keep_until)),
            },
          ]}
        />
      </Tabs.Panel>
      {asked && <EraseDialog company={company} {...asked} close={() => ask(null)} done={asked.reload} />}
    </>
  )
}

interface ClientsProps {
  company: string
  actions: (person: Person, reload: () => void) => ReactNode
}

const clientColumns: readonly Column<Client>[] = [
  { name: 'NOM', label: text.name, value: fullName },
  { name: 'VILLE', label: text.town, value: ({ VILLE }) => VILLE ?? EMPTY },
]

function Clients({ company, actions }: ClientsProps) {
  const [typed, type] = useSearchText()
  const [{ q }] = useQuery()
  return (
    <>
      <div className={listStyles.bar}>
        <SearchField label={text.search} placeholder={text.search} value={typed} onChange={type} />
      </div>
      {q ? <FoundClients company={company} actions={actions} /> : <EmptyState text={text.noClient} />}
    </>
  )
}

function FoundClients({ company, actions }: ClientsProps) {
  const listing = useListing({
    path: '/admin/clients',
    row: Client,
    columns: clientColumns,
    by: { sortBy: 'NOM', sortDesc: false },
    query: { company_id: company },
    searched: true,
    paged: true,
  })
  return (
    <ListingView
      listing={listing}
      label={text.tabs.clients}
      columns={clientColumns}
      keyOf={({ IDCLIENT }) => IDCLIENT}
      empty={text.none}
      actions={(row) => actions({ kind: 'client', id: row.IDCLIENT, name: fullName(row) }, listing.loaded.reload)}
    />
  )
}

async function save(company: string, { kind, id, name }: Person): Promise<void> {
  const bytes = await adminApi.archive('/admin/privacy/export', { body: { kind, id }, query: { company_id: company } })
  downloadFile(`Données de ${name}.zip`, bytes)
}
