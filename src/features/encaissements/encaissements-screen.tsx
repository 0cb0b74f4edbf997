import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import { csvText } from '../../../schemas/csv.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { CollectSheet } from '../../domain/paiements/collect-sheet.tsx'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { CsvButton, ListSort, NothingFound } from '../../domain/views/list-tools.tsx'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { listViewsText } from '../../text/list-views.ts'
import { paiementsText } from '../../text/paiements.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { downloadText } from '../../ui/format/csv.ts'
import { formatCount, formatMoney } from '../../ui/format/format.ts'
import { ListToolbar, ToolbarEnd, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { DueList } from './due-list.tsx'
import styles from './encaissements.module.css'
import { type Due, dueOf, exportRows, leftOf, sums } from './outstanding.ts'
import { SumsTable } from './sums-table.tsx'
import { useDueColumns } from './use-due-columns.ts'
import { type Names, useNames } from './use-names.ts'
import { useOutstanding } from './use-outstanding.ts'

const text = paiementsText.outstanding
/** Value of the address for no person, no agency. */
const NONE = '-'
const written = (id: string): string => (id === '' ? NONE : id)
const read = (value: string | undefined): string | undefined => (value === NONE ? '' : value)

const VIEWS = ['commercial', 'agence', 'commande'] as const
type View = (typeof VIEWS)[number]

/** Whose orders the address asks for. */
function useWhere() {
  const [query, setQuery] = useQuery()
  return {
    where: { agence: read(query.agence), responsable: read(query.responsable) },
    par: VIEWS.find((one) => one === query.par),
    setQuery,
  }
}

/** « Restes à payer » (DAY-06): what customers still owe, by commercial and agency, and order by order; a seller sees their own. */
export function EncaissementsScreen() {
  const clientsHref = useClientsHref()
  const found = useOutstanding()
  const total = found && sums(found.all, 'agence', '').total
  const orders = text.orders(formatCount(total?.orders ?? 0), total?.orders === 1)
  // Not of its row, nor of the list: both may go while the payment is typed, once the rest is paid elsewhere.
  const [collected, setCollected] = useState<Due['devis'] | null>(null)
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={total ? text.subtitle(orders, formatMoney(leftOf(total))) : text.counting}
      />
      {found && found.waiting > 0 ? <p className={styles.waiting}>{text.waiting(found.waiting)}</p> : null}
      {found && found.all.length > 0 ? <Shown all={found.all} onCollect={setCollected} /> : null}
      {found?.all.length === 0 ? (
        <EmptyState
          text={text.empty}
          action={
            <Button component={Link} to={clientsHref}>
              {text.toClients}
            </Button>
          }
        />
      ) : null}
      {collected ? <CollectSheet devis={collected} onClose={() => setCollected(null)} /> : null}
    </>
  )
}

function Shown({ all, onCollect }: { all: readonly Due[]; onCollect: (devis: Due['devis']) => void }) {
  const day = useNow().slice(0, 10)
  const zone = useZone()
  const names = useNames()
  const office = seesAgencies(useStaff())
  const { where, par, setQuery } = useWhere()
  const view: View = office ? (par ?? 'commercial') : 'commande'
  const shown = dueOf(all, office && view === 'commande' ? where : {})
  const ids = shown.map(({ devis }) => devis.IDCLIENT)
  const clients = useRecords('client', ids, { stale: true })
  const told = useMemo(
    () => ({
      ...names,
      client: (id: string): string => {
        const client = clients?.get(id)
        return client ? clientEntity.label(client) : text.unknownClient
      },
    }),
    [names, clients],
  )
  const { columns, find } = useDueColumns(told)
  const isRead = isAnswerTo(clients, ids)
  const asked = JSON.stringify([view, where])
  const list = useListView({ screen: 'encaissements', rows: shown, columns, find, isRead, asked })
  const isOrders = view === 'commande'
  const rows = isOrders ? (list.rows ?? []) : shown
  const save = (): void => {
    downloadText(text.exportFile(day), csvText(exportRows(rows, told, zone)))
    notices.success(text.exported)
  }
  return (
    <>
      <ListToolbar>
        {isOrders ? (
          <SearchField
            label={listViewsText.searchLabel}
            placeholder={listViewsText.search}
            value={list.typed}
            onChange={list.setTyped}
            className={toolbarItem.search}
          />
        ) : null}
        {office ? (
          <Segments
            className={toolbarItem.segments}
            label={text.by}
            value={view}
            onChange={(next) =>
              setQuery({
                par: next === 'commercial' ? undefined : next,
                agence: undefined,
                responsable: undefined,
                tri: undefined,
                q: undefined,
              })
            }
            data={VIEWS.map((one) => ({ value: one, label: text.views[one] }))}
          />
        ) : null}
        <ToolbarEnd>
          {isOrders ? <SortSelect columns={columns} order={list.order} onOrder={list.setOrder} /> : null}
          <SavedFilters screen="encaissements" />
          <CsvButton disabled={!isRead || rows.length === 0} onPress={save} />
        </ToolbarEnd>
      </ListToolbar>
      {isOrders ? (
        <>
          {office ? (
            <Filter
              where={where}
              names={names}
              onClear={() => setQuery({ agence: undefined, responsable: undefined })}
            />
          ) : null}
          {list.rows === undefined ? null : rows.length === 0 && shown.length > 0 ? (
            <NothingFound view={list} />
          ) : (
            <DueList
              dues={rows}
              head={<ListSort view={list} />}
              day={day}
              zone={zone}
              clients={clients}
              onCollect={onCollect}
              onAll={() => setQuery({ agence: undefined, responsable: undefined })}
            />
          )}
        </>
      ) : (
        <SumsTable
          {...sums(all, view === 'agence' ? 'agence' : 'responsable', day)}
          byAgency={view === 'agence'}
          names={names}
          onOpen={(id) =>
            setQuery({
              par: 'commande',
              ...(view === 'agence' ? { agence: written(id) } : { responsable: written(id) }),
            })
          }
        />
      )}
    </>
  )
}

function Filter({
  where,
  names,
  onClear,
}: {
  where: { agence: string | undefined; responsable: string | undefined }
  names: Names
  onClear: () => void
}) {
  const who =
    where.responsable !== undefined
      ? names.person(where.responsable)
      : where.agence !== undefined
        ? names.agence(where.agence)
        : null
  if (who === null) return null
  return (
    <p className={styles.filter}>
      {text.filter(who)}
      <Button variant="subtle" size="compact-md" leftSection={<IconX size={16} />} onClick={onClear}>
        {text.clear}
      </Button>
    </p>
  )
}
