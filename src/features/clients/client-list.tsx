import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useSession } from '../../data/session/session.tsx'
import { CLIENT_OWNERS, clientOwner } from '../../domain/clients/client-owner.ts'
import type { SortName } from '../../domain/clients/client-window.ts'
import { LabelChips } from '../../domain/labels/label-chips.tsx'
import type { Labels } from '../../domain/labels/use-labels.ts'
import type { Selection } from '../../domain/labels/use-selection.ts'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { clientsText } from '../../text/clients.ts'
import { labelsText } from '../../text/labels.ts'
import { listViewsText } from '../../text/list-views.ts'
import { CallButton } from '../../ui/contact/call-button.tsx'
import { formatPhone } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { ariaSort, SortButton } from '../../ui/list/sort-bar.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './clients.module.css'

type Client = LocalRecord<'client'>
const ROW_PHONE = 69
const ROW_DESKTOP = 49

interface RowProps {
  client: Client
  ownerName: string
  labels: Labels
  /** null while rows have no box. */
  selection: Selection | null
}

/** Drawn again only for other words: a typed key draws the whole screen, and most rows stay. */
const ClientRow = memo(function ClientRow({ client, ownerName, labels, selection }: RowProps) {
  const { account } = useSession()
  const name = clientEntity.label(client)
  const phone = client.PORTABLE ?? client.TELEPHONE
  const owner = CLIENT_OWNERS[clientOwner(client, account)]
  return (
    <div className={styles.row} data-selecting={selection ? true : undefined}>
      {selection ? (
        <Checkbox
          size="md"
          className={`${styles.box} ${above}`}
          checked={selection.has(client.IDCLIENT)}
          onChange={() => selection.toggle(client.IDCLIENT)}
          aria-label={labelsText.selectOne(name)}
        />
      ) : null}
      <div className={styles.who}>
        <RowLink href={paths.resource.view('client', client.IDCLIENT)} className={`one-line ${styles.name}`}>
          {name}
        </RowLink>
        <SyncChip state={client.sync.state} />
        <LabelChips held={client.IDLABELS} labels={labels} />
      </div>
      <span className={`one-line ${styles.town}`}>
        {client.VILLE ?? <span className={styles.none}>{clientsText.noTown}</span>}
      </span>
      <span className={styles.phone}>{phone ? formatPhone(phone) : ''}</span>
      <span className={`one-line ${styles.owner}`} title={owner.label}>
        <span className={styles.ownerDot} style={{ background: owner.color }} aria-hidden />
        {ownerName || owner.label}
      </span>
      {phone ? <CallButton phone={phone} label={clientsText.call(name)} className={styles.call} /> : <span />}
    </div>
  )
})

interface HeadProps {
  title: string
  /** The order that it gives the list; it sorts nothing without one. */
  column?: SortName
  sort?: SortName | null
  onSort?: (sort: SortName) => void
}

/**
 * The head of a column. A list of 100,000 clients has the orders of its indexes: by name and by town, upwards only, because an index is read page by page
 * in that direction.
 */
function Head({ title, column, sort = null, onSort }: HeadProps) {
  const order = sort === null ? null : { column: sort, down: false }
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the table
    // biome-ignore lint/a11y/useFocusableInteractive: as the row
    <div role="columnheader" {...(column ? { 'aria-sort': ariaSort(order, column) } : {})}>
      {column && onSort ? (
        <SortButton
          title={title}
          column={column}
          order={order}
          disabled={sort === null}
          onPress={() => onSort(column)}
        />
      ) : (
        title
      )}
    </div>
  )
}

/** The clients found or listed; only those on screen are rendered. */
export const ClientList = memo(function ClientList({
  clients,
  answer,
  personName,
  labels,
  selection,
  sort,
  onSort,
  onNearEnd,
}: {
  clients: readonly Client[]
  /** The typed text that they answer, empty for the whole list. */
  answer: string
  labels: Labels
  selection: Selection | null
  personName: (id: string) => string
  /** null while a search decides the order. */
  sort: SortName | null
  onSort: (sort: SortName) => void
  onNearEnd?: (() => void) | undefined
}) {
  const desktop = useDesktop()
  return (
    <VirtualList
      items={clients}
      answer={answer}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={(client) => client.IDCLIENT}
      label={clientsText.title}
      head={
        // biome-ignore lint/a11y/useSemanticElements: only its heads are a table: a head tells the order, the rows are a list of which few are rendered
        <div role="table" aria-label={listViewsText.sortBy}>
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus */}
          <div role="row" className={styles.head} data-selecting={selection ? true : undefined}>
            {selection ? <span aria-hidden /> : null}
            <Head title={clientsText.columns.name} column="nom" sort={sort} onSort={onSort} />
            <Head title={clientsText.columns.town} column="ville" sort={sort} onSort={onSort} />
            <Head title={clientsText.columns.phone} />
            <Head title={clientsText.columns.owner} />
          </div>
        </div>
      }
      row={(client) => (
        <ClientRow
          client={client}
          ownerName={client.IDPERSONNEL ? personName(client.IDPERSONNEL) : ''}
          labels={labels}
          selection={selection}
        />
      )}
      onNearEnd={onNearEnd}
    />
  )
})
