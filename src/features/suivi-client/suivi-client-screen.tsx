import { Button } from '@mantine/core'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { ExportButton, ExportProgress } from '../../domain/clients/client-export.tsx'
import { useClientExport } from '../../domain/clients/use-client-export.ts'
import { useLooseMeasures } from '../../domain/interventions/use-loose-measures.ts'
import { hasLabel, LabelFilter, NothingLabelled, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { NamedLabels } from '../../domain/labels/named-labels.tsx'
import { SelectionBar } from '../../domain/labels/selection-bar.tsx'
import { useLabels } from '../../domain/labels/use-labels.ts'
import { useSelection } from '../../domain/labels/use-selection.ts'
import { managerHref, managerRoute } from '../../domain/navigation/manager-routes.ts'
import { AgencySelect, useAgencyChoice, useOtherAgencies } from '../../domain/personnels/agency-select.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { useUnattended } from '../../domain/personnels/use-unattended.ts'
import { useToAssign, useToPlan } from '../../domain/projets/use-waiting-projects.ts'
import { useNames } from '../../domain/records/use-names.ts'
import { CsvButton, canExport } from '../../domain/views/list-tools.tsx'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { appText } from '../../text/app.ts'
import { labelsText } from '../../text/labels.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { ListCount, ListToolbar, ToolbarEnd, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { SearchField, useSearchText } from '../../ui/list/search-field.tsx'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ClientRows } from './client-rows.tsx'
import { MeasuresView } from './measures-view.tsx'
import { PlanRows } from './plan-rows.tsx'
import styles from './suivi-client.module.css'
import { UnattendedView } from './unattended-view.tsx'
import { useAgencyClients } from './use-agency-clients.ts'
import { usePlanColumns } from './use-plan-columns.ts'

const assignment = managerRoute('affectation')

const VIEWS = ['planifier', 'metres', 'confier', 'clients'] as const
type View = (typeof VIEWS)[number]

interface ViewProps {
  agence: string | null
  label: string | undefined
  onLabel: (label: string | undefined) => void
}

function PlanView({ agence, label, onLabel, onClients }: ViewProps & { onClients: () => void }) {
  const all = useToPlan(agence)
  const orphans = useToAssign(agence)
  const listed = useMemo(() => all?.filter(({ projet }) => hasLabel(projet, label)), [all, label])
  const names = useNames()
  const ids = listed?.map(({ projet }) => projet.IDCLIENT)
  const clients = useLast(useRecords('client', ids))
  // A typed name is searched for among all clients: this list has no search of its own.
  const columns = usePlanColumns(clients, names)
  const isRead = isAnswerTo(clients, ids)
  const view = useListView({ screen: 'suivi-client', rows: listed, columns, isRead, asked: `${agence} ${label}` })
  const waiting = view.rows
  const others = useOtherAgencies(agence)
  return (
    <>
      <div className={styles.bar}>
        <ListCount>{waiting ? text.planCount(waiting.length) : '\u00a0'}</ListCount>
        <ToolbarEnd>
          <SortSelect columns={view.columns} order={view.order} onOrder={view.setOrder} />
          <CsvButton disabled={!canExport(view)} onPress={view.download} />
        </ToolbarEnd>
      </div>
      {waiting && waiting.length > 0 ? <PlanRows view={view} clients={clients} personName={names.personnel} /> : null}
      {waiting?.length === 0 && all && all.length > 0 && label !== undefined ? (
        <NothingLabelled label={label} onChange={onLabel} />
      ) : waiting?.length === 0 && orphans ? (
        orphans.length > 0 ? (
          <EmptyState
            text={text.planEmptyBut(orphans.length)}
            action={
              <Button component={Link} to={managerHref(assignment)}>
                {assignment.title}
              </Button>
            }
          />
        ) : (
          <EmptyState
            text={others ? text.planEmptyAgency : text.planEmpty}
            action={<Button onClick={onClients}>{text.seeClients}</Button>}
          />
        )
      ) : null}
    </>
  )
}

interface NoClientsProps extends ViewProps {
  /** What was typed; null for the whole list. */
  searched: string | null
  onEveryAgency: () => void
}

/** An empty list of clients: says which filter leaves others out, and takes it away. */
function NoClients({ agence, label, searched, onLabel, onEveryAgency }: NoClientsProps) {
  const others = useOtherAgencies(agence)
  if (label !== undefined && searched === null) return <NothingLabelled label={label} onChange={onLabel} />
  if (label !== undefined && searched !== null) {
    return (
      <EmptyState
        text={text.searchEmptyLabel(searched)}
        action={<Button onClick={() => onLabel(undefined)}>{labelsText.clearFilter}</Button>}
      />
    )
  }
  const create = (
    <Button component={Link} to={paths.resource.create('client')} variant={others ? 'default' : 'filled'}>
      {text.newClient}
    </Button>
  )
  if (!others) {
    return <EmptyState text={searched === null ? text.clientsEmpty : text.searchEmpty(searched)} action={create} />
  }
  return (
    <EmptyState
      text={searched === null ? text.clientsEmptyAgency : text.searchEmptyAgency(searched)}
      action={
        <div className={styles.emptyActions}>
          <Button onClick={onEveryAgency}>{appText.agencies.every}</Button>
          {create}
        </div>
      }
    />
  )
}

const NO_CLIENTS: never[] = []

function ClientsView({
  search,
  onEveryAgency,
  ...filter
}: ViewProps & Pick<NoClientsProps, 'onEveryAgency'> & { search: string }) {
  const { agence, label } = filter
  const { clients, complete, more, searching, loadMore, loadAll } = useAgencyClients(search, agence, label)
  const names = useNames()
  const count = clients?.length ?? 0
  const exporter = useClientExport({ rows: clients ?? NO_CLIENTS, complete, loadAll, names })
  const selection = useSelection({ rows: clients, complete, loadAll })
  const allowed = useMay()
  const mayLabel = useLabels().size > 0 && allowed('update', 'client')
  return (
    <>
      <div className={styles.bar}>
        <ListCount>
          {exporter.running ? (
            <ExportProgress exporter={exporter} count={count} />
          ) : clients === undefined ? (
            '\u00a0'
          ) : searching ? (
            text.results(count, more)
          ) : (
            text.clientCount(formatCount(count), more)
          )}
        </ListCount>
        <ToolbarEnd>
          {mayLabel && !selection.active ? (
            <PlainButton
              label={labelsText.select}
              icon={<IconTag size={18} stroke={1.7} />}
              disabled={count === 0}
              onClick={selection.start}
            />
          ) : null}
          <ExportButton exporter={exporter} disabled={count === 0} />
        </ToolbarEnd>
      </div>
      {selection.active ? <SelectionBar selection={selection} read={count} /> : null}
      {clients && count > 0 ? (
        <ClientRows
          clients={clients}
          names={names}
          selection={selection.active ? selection : null}
          onNearEnd={loadMore}
        />
      ) : null}
      {clients && count === 0 && complete ? (
        <NoClients {...filter} searched={searching ? search : null} onEveryAgency={onEveryAgency} />
      ) : null}
    </>
  )
}

/**
 * « Suivi client » (MGR-06): the projects that the office's staff has to plan, the measures that it has to link (MGR-11), what was planned for who has left, and every client of the agency with
 * projects and appointments.
 */
export function SuiviClientScreen() {
  const [query, setQuery] = useQuery()
  const [wanted, setAgence] = useAgencyChoice()
  const [label, setLabel] = useLabelChoice()
  const [typed, setTyped] = useSearchText()
  const search = useDeferredValue(typed.trim())
  // A typed name is searched for among all clients, not only among waiting projects.
  const view: View = search !== '' ? 'clients' : (VIEWS.find((one) => one === query.vue) ?? 'planifier')
  const measures = useLooseMeasures()
  const unattended = useUnattended()
  /** Parts that are there only while something is in them. */
  const inPart: Partial<Record<View, number>> = { metres: measures?.length ?? 0, confier: unattended?.length ?? 0 }
  const show = (next: string) => {
    setTyped('')
    setQuery({ vue: next === 'planifier' ? undefined : next, q: undefined })
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
      <ListToolbar>
        <SearchField
          label={text.searchLabel}
          placeholder={text.search}
          value={typed}
          onChange={setTyped}
          className={toolbarItem.search}
        />
        {view in inPart ? null : (
          <>
            <AgencySelect value={wanted} onChange={setAgence} className={toolbarItem.choice} />
            <LabelFilter value={label} onChange={setLabel} className={toolbarItem.choice} />
          </>
        )}
        <SavedFilters screen="suivi-client" />
        <Segments
          label={text.which}
          className={toolbarItem.segments}
          value={view}
          onChange={show}
          data={VIEWS.filter((value) => value === view || inPart[value] !== 0).map((value) => ({
            value,
            label: text.views[value],
          }))}
        />
      </ListToolbar>
      {view === 'metres' ? (
        <MeasuresView measures={measures} onClients={() => show('clients')} />
      ) : view === 'confier' ? (
        <UnattendedView visits={unattended} onClients={() => show('clients')} />
      ) : view === 'planifier' ? (
        <PlanView agence={wanted} label={label} onLabel={setLabel} onClients={() => show('clients')} />
      ) : (
        <>
          <NamedLabels
            typed={label === undefined ? search : ''}
            onChoose={(etiquette) => {
              setTyped('')
              setQuery({ q: undefined, vue: 'clients', etiquette })
            }}
          />
          <ClientsView
            search={search}
            agence={wanted}
            label={label}
            onLabel={setLabel}
            onEveryAgency={() => setAgence(null)}
          />
        </>
      )}
    </>
  )
}
