import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import { addDays, instantOf, isDate } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { CsvButton } from '../../domain/views/list-tools.tsx'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { useDownload, useOrder } from '../../domain/views/use-list-view.ts'
import { DatesField } from '../../forms/fields/dates-field.tsx'
import { rapportsText as text } from '../../text/rapports.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { linesOf, sortRows } from '../../ui/list/columns.ts'
import { ListCount, ListToolbar, ToolbarEnd, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { SearchField, useSearchText } from '../../ui/list/search-field.tsx'
import { SortBar, SortSelect } from '../../ui/list/sort-bar.tsx'
import { entryMemory, isReturning } from '../../ui/navigation/kept-place.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './rapports.module.css'
import type { ReportFilter } from './report-search.ts'
import { SubmissionList } from './submission-list.tsx'
import { useReports } from './use-reports.ts'
import { useSubmissionColumns } from './use-submission-columns.ts'

const PAGE = 50
const ALL = Number.MAX_SAFE_INTEGER
const NOTHING: readonly LocalRecord<'soumission'>[] = []
/** What the list can be sorted by, before its columns are read (useSubmissionColumns). */
const ORDERS = ['formulaire', 'client', 'date'].map((id) => ({ id, by: () => null }))
const counts = entryMemory<number>()

/** The first instant of a day of the company; null for no day. */
const instantOn = (day: string | undefined, zone: string): string | null =>
  day !== undefined && isDate(day) ? (instantOf(`${day} 00:00`, zone)?.toISOString() ?? null) : null

/** The filter that the address names. Whoever follows the agency opens on everybody's reports, the others on their own. */
function useReportFilter(): { filter: ReportFilter; all: boolean; setAll: (all: boolean) => void } {
  const { account } = useSession()
  const office = seesAgencies(useStaff())
  const [query, setQuery] = useQuery()
  const zone = useZone()
  const all = query.qui === undefined ? office || query.projet !== undefined : query.qui === 'tous'
  const { du, au } = query
  return {
    filter: {
      author: all ? null : account.id,
      projet: query.projet ?? null,
      form: query.formulaire ?? null,
      from: instantOn(du, zone),
      before: au !== undefined && isDate(au) ? instantOn(addDays(au, 1), zone) : null,
      words: '',
    },
    all,
    setAll: (next) => setQuery({ qui: next ? 'tous' : 'moi' }),
  }
}

/** The project whose reports alone are listed, and the way out of that. */
function OfProject({ id, onAll }: { id: string; onAll: () => void }) {
  const projet = useLiveRecord('projet', id)
  const client = useLiveRecord('client', projet?.IDCLIENT)
  if (!projet) return null
  return (
    <p className={styles.ofProject}>
      {text.ofOne}{' '}
      <Link to={paths.resource.view('projet', id)}>
        {[client && clientEntity.label(client), projetEntity.label(projet)].filter(Boolean).join(' · ')}
      </Link>
      <Button variant="subtle" size="compact-md" leftSection={<IconX size={16} aria-hidden />} onClick={onAll}>
        {text.everyProject}
      </Button>
    </p>
  )
}

/** The order of the address, latest first without one. */
function useReportOrder() {
  const [order, setOrder] = useOrder(ORDERS)
  return { order, setOrder, isOrdered: order !== null }
}

/** « Comptes rendus » (DAY-11): every filled report that this person may see, mine or everybody's, of a project, by form and period, searched; from this device. */
export function ReportsScreen() {
  const [query, setQuery] = useQuery()
  const { filter, all, setAll } = useReportFilter()
  const [typed, type] = useSearchText()
  const words = useDeferredValue(typed.trim())
  const forms = useLiveList('rapport', {})
  const [count, setCount] = useState(() => (isReturning() ? counts.recall('reports') : undefined) ?? PAGE)
  const [isWanted, setWanted] = useState(false)
  const { order, setOrder, isOrdered } = useReportOrder()
  // An order, and a file, are those of the whole list: it is read to its end for them.
  const found = useReports({ ...filter, words }, isOrdered || isWanted ? ALL : count)
  const { columns, isRead } = useSubmissionColumns(isOrdered || isWanted ? found?.rows : NOTHING, { stale: false })
  const sorted = useMemo(() => sortRows(found?.rows ?? NOTHING, columns, order), [found?.rows, columns, order])
  const shown = sorted.slice(0, count)
  const save = useDownload('rapports')
  const isWhole = found?.complete === true && !found.searching
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (!isWanted || !isWhole || !isRead) return
    setWanted(false)
    save(linesOf(sorted, columns))
  }, [isWanted, isWhole, isRead, sorted])
  const more = (): void => {
    counts.remember('reports', count + PAGE)
    setCount(count + PAGE)
  }
  const days = [query.du, query.au].filter((day): day is string => day !== undefined && isDate(day))
  const isFiltered = words !== '' || filter.form !== null || days.length > 0
  return (
    <>
      <PageHeader
        title={text.list}
        actions={
          <Button component={Link} to={paths.rapport.href()} variant="default">
            {text.write}
          </Button>
        }
      />
      <ListToolbar>
        <SearchField
          label={text.searchLabel}
          placeholder={text.search}
          value={typed}
          onChange={type}
          className={toolbarItem.search}
        />
        <Segments
          className={toolbarItem.segments}
          label={text.whose}
          value={all ? 'tous' : 'moi'}
          onChange={(next) => setAll(next === 'tous')}
          data={[
            { value: 'moi', label: text.whoseMine },
            { value: 'tous', label: text.whoseAll },
          ]}
        />
        <Select
          size="md"
          className={toolbarItem.choice}
          aria-label={text.form}
          placeholder={text.everyForm}
          clearable
          value={query.formulaire ?? null}
          onChange={(next) => setQuery({ formulaire: next ?? undefined })}
          data={(forms ?? [])
            .map(({ id, TITRE }) => ({ value: id, label: TITRE }))
            .sort((a, b) => a.label.localeCompare(b.label, 'fr'))}
        />
        <DatesField
          mode="range"
          label={text.period}
          className={styles.period ?? ''}
          value={days}
          onChange={([du, au]) => setQuery({ du, au })}
        />
        <ToolbarEnd>
          <SortSelect columns={columns} order={order} onOrder={setOrder} />
          <SavedFilters screen="comptes-rendus" />
          <CsvButton disabled={!found || found.rows.length === 0 || isWanted} onPress={() => setWanted(true)} />
        </ToolbarEnd>
      </ListToolbar>
      {query.projet ? <OfProject id={query.projet} onAll={() => setQuery({ projet: undefined })} /> : null}
      <ListCount>
        {found === undefined || (found.complete && found.rows.length === 0)
          ? '\u00a0'
          : found.searching && !found.complete && (isOrdered || isWanted || found.rows.length < count)
            ? text.searching
            : found.complete
              ? text.count(found.rows.length, formatCount(found.rows.length))
              : text.first(formatCount(found.rows.length))}
      </ListCount>
      {shown.length > 0 ? (
        <>
          <SortBar columns={columns} order={order} onOrder={setOrder} />
          <SubmissionList submissions={shown} label={text.list} authors />
        </>
      ) : null}
      {found?.complete && found.rows.length === 0 ? (
        <EmptyState
          text={isFiltered ? text.noneFound : all ? text.noneYet : text.empty}
          action={
            isFiltered ? (
              <Button
                variant="default"
                onClick={() => {
                  type('')
                  setQuery({ q: undefined, formulaire: undefined, du: undefined, au: undefined })
                }}
              >
                {text.clear}
              </Button>
            ) : (
              <Button component={Link} to={paths.rapport.href()}>
                {text.write}
              </Button>
            )
          }
        />
      ) : null}
      {found && (found.complete ? sorted.length > count : found.rows.length >= count) ? (
        <div className={styles.more}>
          <Button variant="subtle" h={44} onClick={more}>
            {text.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
