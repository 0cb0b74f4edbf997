import { Button } from '@mantine/core'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import { searchRanges } from '../../data/records/client-search.ts'
import { clientKeys, useClientSearch, useShownClients } from '../../data/records/use-client-search.ts'
import { useSession } from '../../data/session/session.tsx'
import { ExportButton, ExportProgress } from '../../domain/clients/client-export.tsx'
import { isSortName, SORT_KEYS, type SortName, sortedBy } from '../../domain/clients/client-window.ts'
import { type ClientExport, useClientExport } from '../../domain/clients/use-client-export.ts'
import { useClientPages } from '../../domain/clients/use-client-pages.ts'
import { LabelFilter, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { NamedLabels } from '../../domain/labels/named-labels.tsx'
import { SelectionBar } from '../../domain/labels/selection-bar.tsx'
import { useLabels } from '../../domain/labels/use-labels.ts'
import { useSelection } from '../../domain/labels/use-selection.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { useNames } from '../../domain/records/use-names.ts'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { clientsText } from '../../text/clients.ts'
import { labelsText } from '../../text/labels.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { ListCount, ListToolbar, ToolbarEnd, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { SearchField, useSearchText } from '../../ui/list/search-field.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ClientList } from './client-list.tsx'
import styles from './clients.module.css'

/** « Mes clients » (MGR-08): mine or all, search on four indexed keys, 50,000 rows; the address keeps the filters. */
export function ClientsScreen() {
  const { account } = useSession()
  const [query, setQuery] = useQuery()
  const allowed = useMay()
  // A seller has clients of their own; a measurer searches among all.
  const wantsAll = query.tous === undefined ? !account.roles.includes('commercial') : query.tous === '1'
  const owner = wantsAll ? undefined : account.id
  const sort: SortName = isSortName(query.tri) ? query.tri : 'nom'

  const [text, type] = useSearchText()
  const typed = text.trim()
  // All of a person's clients are in memory: finding among them is the work of a key, which must not hold the next one. Others are asked for at once.
  const late = useDeferredValue(typed)
  const wanted = owner === undefined ? typed : late
  const searching = searchRanges(wanted).length > 0

  const [label, setLabel] = useLabelChoice()
  const labels = useLabels()

  // Only owner and name share an index, and label and name: in another order these clients are read completely, then sorted.
  const isPart = owner !== undefined || label !== undefined
  const key = isPart ? 'CLE_NOM' : SORT_KEYS[sort]
  const { rows, complete, loadMore, loadAll } = useClientPages({ owner, label, key })
  const sortsHere = isPart && sort !== 'nom'
  useEffect(() => {
    if (sortsHere && rows && !complete) loadAll()
  }, [sortsHere, rows, complete, loadAll])
  const listed = useMemo(
    () => (sortsHere && rows ? sortedBy(rows, (client) => clientKeys(client)[SORT_KEYS[sort]]) : rows),
    [sortsHere, rows, sort],
  )
  const found = useClientSearch(wanted, { owner, label })
  const { clients: shown, isFound, text: answered } = useShownClients(searching, found, listed)

  const chooseLabel = (id: string) => {
    type('')
    setQuery({ q: undefined, etiquette: id })
  }
  const names = useNames()
  const list = {
    complete: isFound ? found.complete : complete,
    loadAll: isFound ? found.loadAll : loadAll,
  }
  const exporter = useClientExport({ rows: shown ?? [], ...list, names })
  const selection = useSelection({ rows: shown, ...list })
  const mayLabel = allowed('update', 'client') && labels.size > 0
  const sortBy = useCallback((next: SortName) => setQuery({ tri: next === 'nom' ? undefined : next }), [setQuery])
  const isEmpty = !shown || shown.length === 0

  return (
    <>
      <Header mayCreate={allowed('create', 'client')} />
      <ListToolbar>
        <SearchField
          label={clientsText.searchLabel}
          placeholder={clientsText.search}
          value={text}
          onChange={type}
          className={toolbarItem.search}
        />
        <Filters wantsAll={wantsAll} setQuery={setQuery} label={label} setLabel={setLabel} />
        <Tools
          sort={sort}
          sortBy={searching ? null : sortBy}
          select={mayLabel && !selection.active ? selection.start : null}
          exporter={exporter}
          isEmpty={isEmpty}
        />
      </ListToolbar>
      <NamedLabels typed={searching && label === undefined ? wanted : ''} onChoose={chooseLabel} />
      {selection.active ? <SelectionBar selection={selection} read={shown?.length ?? 0} /> : null}
      <ListCount>
        {exporter.running ? (
          <ExportProgress exporter={exporter} count={shown?.length ?? 0} />
        ) : shown === undefined ? (
          '\u00a0'
        ) : isFound ? (
          clientsText.results(shown.length, found.more)
        ) : (
          clientsText.count(formatCount(shown.length), !complete)
        )}
      </ListCount>
      {shown && !isEmpty ? (
        <ClientList
          clients={shown}
          answer={answered}
          personName={names.personnel}
          labels={labels}
          selection={selection.active ? selection : null}
          sort={searching ? null : sort}
          onSort={sortBy}
          onNearEnd={isFound ? found.loadMore : sortsHere ? undefined : loadMore}
        />
      ) : null}
      {shown?.length === 0 ? (
        <NoClients
          searched={searching ? wanted : null}
          label={label === undefined ? null : (labels.get(label)?.LIBELLE ?? '')}
          onEveryLabel={() => setLabel(undefined)}
          mine={!wantsAll}
          mayCreate={allowed('create', 'client')}
          onAll={() => setQuery({ tous: '1' })}
          onClear={() => type('')}
        />
      ) : null}
    </>
  )
}

// Each typed key draws the screen twice, for the field and for the answer: what no key changes is drawn once.

const Header = memo(function Header({ mayCreate }: { mayCreate: boolean }) {
  const create = (
    <Button component={Link} to={paths.resource.create('client')} leftSection={<IconPlus size={18} />}>
      {clientsText.create}
    </Button>
  )
  return <PageHeader title={clientsText.title} actions={mayCreate ? create : undefined} />
})

const WHOSE = [
  { value: '0', label: clientsText.mine },
  { value: '1', label: clientsText.all },
]

interface FiltersProps {
  wantsAll: boolean
  setQuery: (patch: Record<string, string | undefined>) => void
  label: string | undefined
  setLabel: (label: string | undefined) => void
}

const Filters = memo(function Filters({ wantsAll, setQuery, label, setLabel }: FiltersProps) {
  return (
    <>
      <Segments
        label={clientsText.whose}
        className={toolbarItem.segments}
        value={wantsAll ? '1' : '0'}
        onChange={(tous) => setQuery({ tous })}
        data={WHOSE}
      />
      <LabelFilter value={label} onChange={setLabel} className={styles.label ?? ''} />
    </>
  )
})

const SORTS = Object.entries(clientsText.sorts).map(([value, label]) => ({ value, label }))

interface ToolsProps {
  sort: SortName
  /** null while a search decides the order. */
  sortBy: ((sort: SortName) => void) | null
  /** Begins a selection; null where there is none to begin. */
  select: (() => void) | null
  exporter: ClientExport
  isEmpty: boolean
}

const Tools = memo(function Tools({ sort, sortBy, select, exporter, isEmpty }: ToolsProps) {
  return (
    <ToolbarEnd>
      <Select
        size="md"
        className={styles.sort ?? ''}
        aria-label={clientsText.sort}
        value={sort}
        disabled={sortBy === null}
        allowDeselect={false}
        onChange={(next) => sortBy?.(isSortName(next) ? next : 'nom')}
        data={SORTS}
      />
      {select ? (
        <PlainButton
          label={labelsText.select}
          icon={<IconTag size={18} stroke={1.7} />}
          disabled={isEmpty}
          onClick={select}
        />
      ) : null}
      <SavedFilters screen="client" />
      <ExportButton exporter={exporter} disabled={isEmpty} />
    </ToolbarEnd>
  )
})

interface NoClientsProps {
  searched: string | null
  /** The label that the list is filtered by. */
  label: string | null
  onEveryLabel: () => void
  mine: boolean
  mayCreate: boolean
  onAll: () => void
  onClear: () => void
}

/** An empty list: says why, and what to do next. */
function NoClients({ searched, label, onEveryLabel, mine, mayCreate, onAll, onClear }: NoClientsProps) {
  const create = mayCreate ? (
    <Button component={Link} to={paths.resource.create('client')}>
      {clientsText.create}
    </Button>
  ) : null
  if (label !== null) {
    return (
      <EmptyState
        text={labelsText.emptyFilter(label)}
        action={
          <div className={styles.emptyActions}>
            <Button onClick={onEveryLabel}>{labelsText.clearFilter}</Button>
            {mine ? (
              <Button variant="default" onClick={onAll}>
                {clientsText.searchAll}
              </Button>
            ) : null}
          </div>
        }
      />
    )
  }
  if (searched !== null) {
    return (
      <EmptyState
        text={clientsText.emptySearch(searched)}
        action={
          <div className={styles.emptyActions}>
            {mine ? <Button onClick={onAll}>{clientsText.searchAll}</Button> : create}
            <Button variant="default" onClick={onClear}>
              {clientsText.clearSearch}
            </Button>
          </div>
        }
      />
    )
  }
  return (
    <EmptyState
      text={mine ? clientsText.emptyMine : clientsText.emptyAll}
      action={
        <div className={styles.emptyActions}>
          {create}
          {mine ? (
            <Button variant="default" onClick={onAll}>
              {clientsText.showAll}
            </Button>
          ) : null}
        </div>
      }
    />
  )
}
