import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { useAgencyFilter } from '../../app/agency-filter.ts'
import { paths } from '../../app/paths.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { formatCount } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { ExportButton, ExportProgress } from '../../components/resource/client-export.tsx'
import { useClientExport } from '../../components/resource/use-client-export.ts'
import { useNames } from '../../components/resource/use-names.ts'
import { useQuery } from '../../components/resource/use-query.ts'
import { useToPlan } from '../../components/resource/use-waiting-projects.ts'
import { SearchField, useSearchText } from '../../components/search-field.tsx'
import { useReferences } from '../../db/use-references.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { ClientRows } from './client-rows.tsx'
import { PlanRows } from './plan-rows.tsx'
import styles from './suivi-client.module.css'
import { useAgencyClients } from './use-agency-clients.ts'

const ALL = '*'
const VIEWS = ['planifier', 'clients'] as const
type View = (typeof VIEWS)[number]

function Count({ children }: { children: ReactNode }) {
  return (
    <div className={styles.count} aria-live="polite">
      {children}
    </div>
  )
}

function PlanView({ agence, onClients }: { agence: string | null; onClients: () => void }) {
  const waiting = useToPlan(agence)
  const names = useNames()
  return (
    <>
      <Count>{waiting ? text.planCount(waiting.length) : '\u00a0'}</Count>
      {waiting && waiting.length > 0 ? <PlanRows waiting={waiting} personName={names.personnel} /> : null}
      {waiting?.length === 0 ? (
        <EmptyState text={text.planEmpty} action={<Button onClick={onClients}>{text.seeClients}</Button>} />
      ) : null}
    </>
  )
}

const NO_CLIENTS: never[] = []
const nothing = (): void => undefined

function ClientsView({ search, agence }: { search: string; agence: string | null }) {
  const { clients, complete, searching, loadMore } = useAgencyClients(search, agence)
  const names = useNames()
  const count = clients?.length ?? 0
  const exporter = useClientExport({ rows: clients ?? NO_CLIENTS, complete, loadMore: loadMore ?? nothing, names })
  return (
    <>
      <div className={styles.bar}>
        <Count>
          {exporter.running ? (
            <ExportProgress exporter={exporter} count={count} />
          ) : clients === undefined ? (
            '\u00a0'
          ) : searching ? (
            text.results(count)
          ) : (
            text.clientCount(formatCount(count), !complete)
          )}
        </Count>
        <ExportButton exporter={exporter} disabled={count === 0} />
      </div>
      {clients && count > 0 ? <ClientRows clients={clients} personName={names.personnel} onNearEnd={loadMore} /> : null}
      {clients && count === 0 && complete ? (
        <EmptyState
          text={searching ? text.searchEmpty(search) : text.clientsEmpty}
          action={
            <Button component={Link} to={paths.resource.create('client')}>
              {text.newClient}
            </Button>
          }
        />
      ) : null}
    </>
  )
}

/** « Suivi client » (MGR-06): what the office has to plan, and every client of the agency with projects and appointments. */
export function SuiviClientScreen() {
  const [query, setQuery] = useQuery()
  const { agence } = useAgencyFilter()
  const agencies = useReferences('AGENCES')
  const [typed, setTyped] = useSearchText()
  const search = useDeferredValue(typed.trim())
  const wanted = query.agence === ALL ? null : (query.agence ?? agence)
  // A typed name is looked for among all clients, not among what waits.
  const view: View = search !== '' || query.vue === 'clients' ? 'clients' : 'planifier'
  const show = (next: string) => {
    setTyped('')
    setQuery({ vue: next === 'clients' ? 'clients' : undefined, q: undefined })
  }
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <Button
            component={Link}
            to={paths.resource.create('client')}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {text.newClient}
          </Button>
        }
      />
      <div className={styles.toolbar}>
        <SearchField
          label={text.searchLabel}
          placeholder={text.search}
          value={typed}
          onChange={setTyped}
          className={styles.search}
        />
        {agencies.length > 1 ? (
          <Select
            size="md"
            className={styles.agency ?? ''}
            aria-label={text.agency}
            value={wanted ?? ALL}
            allowDeselect={false}
            onChange={(next) => setQuery({ agence: next ?? ALL })}
            data={[
              { value: ALL, label: text.allAgencies },
              ...agencies.map(({ id, LIBELLE }) => ({ value: id, label: LIBELLE })),
            ]}
          />
        ) : null}
        <SegmentedControl
          size="md"
          aria-label={text.which}
          className={styles.views ?? ''}
          value={view}
          onChange={show}
          data={VIEWS.map((value) => ({ value, label: text.views[value] }))}
        />
      </div>
      {view === 'planifier' ? (
        <PlanView agence={wanted} onClients={() => show('clients')} />
      ) : (
        <ClientsView search={search} agence={wanted} />
      )}
    </>
  )
}
