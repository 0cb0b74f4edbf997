import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { isDraft } from '../../../schemas/rules/devis.ts'
import { quoteState } from '../../../schemas/rules/devis-state.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { ListSort, ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { devisFollowText } from '../../text/devis.ts'
import { variantesText } from '../../text/variantes.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { ageLabel, agoOf, type Clock, followState, isFollowState, pendingTotal, reminderLabel } from './devis-follow.ts'
import { RelanceSheet } from './relance-sheet.tsx'
import styles from './relances.module.css'
import { useDevisColumns } from './use-devis-columns.ts'
import { usePending } from './use-pending.ts'

const text = devisFollowText.list
const ROW = 116

type Devis = LocalRecord<'devis'>

interface RowProps {
  devis: Devis
  client: LocalRecord<'client'> | undefined
  clock: Clock
  /** How many variants it stands for; 1 for itself. */
  count: number
  onRemind: () => void
}

function validity(devis: Devis, clock: Clock): string | null {
  if (devis.DATE_VALIDITE === null) return null
  const day = formatDate(devis.DATE_VALIDITE)
  return followState(devis, clock) === 'expire' ? text.expired(day) : text.until(day)
}

function QuoteRow({ devis, client, clock, count, onRemind }: RowProps) {
  const number = devisEntity.label(devis)
  const name = client ? clientEntity.label(client) : number
  const state = followState(devis, clock)
  const chip = state === 'expire' ? { label: 'Expiré', color: 'red' } : quoteState(devis)
  const seen = devis.DATE_CONSULTATION ? text.seen(agoOf(devis.DATE_CONSULTATION, clock)) : text.unseen
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <RowLink href={paths.resource.view('devis', devis.IDDEVIS)}>{name}</RowLink>
        <div className={`one-line ${styles.object}`}>
          {[count > 1 ? variantesText.count(count) : null, number, devis.OBJET].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div className={styles.follow}>
        <span className={styles.age}>{ageLabel(devis, clock)}</span>
        {state === 'brouillon' ? null : <span>{seen}</span>}
        {state === 'brouillon' ? null : <span>{reminderLabel(devis, clock)}</span>}
        <span>{validity(devis, clock)}</span>
      </div>
      <div className={styles.end}>
        <StateChip label={chip.label} color={chip.color} />
        <SyncChip state={devis.sync.state} />
      </div>
      <span className={styles.amount}>{formatMoney(devis.PRIX_TTC)}</span>
      <div className={`${above} ${styles.action}`}>
        {state === 'brouillon' || !client ? (
          <PlainButton href={paths.resource.view('devis', devis.IDDEVIS)} label={text.transmitOf(name)}>
            {text.transmit}
          </PlainButton>
        ) : (
          <PlainButton
            icon={<IconMail size={16} aria-hidden />}
            label={devisFollowText.relance.actionOf(name)}
            onClick={onRemind}
          >
            {devisFollowText.relance.action}
          </PlainButton>
        )}
      </div>
    </div>
  )
}

/** « Relances devis » (MGR-12): quotes that wait for their customer's answer, how long, when they were read, and a button for the reminder. */
export function RelancesScreen() {
  const [query, setQuery] = useQuery()
  const zone = useZone()
  const clock: Clock = { zone, day: useNow().slice(0, 10) }
  // Whoever sells nothing follows everybody's quotes.
  const sells = useSession().account.roles.includes('commercial')
  const mine = sells && query.tous !== '1'
  const filter = isFollowState(query.etat) ? query.etat : null
  const found = usePending(mine, clock)
  const pending = found?.list
  const { day } = clock
  const ids = pending?.map((devis) => devis.IDCLIENT)
  const clients = useRecords('client', ids, { stale: true })
  const listed = useMemo(
    () => pending?.filter((devis) => filter === null || followState(devis, { day }) === filter),
    [pending, filter, day],
  )
  const { columns, find } = useDevisColumns(clients, clock)
  const isRead = isAnswerTo(clients, ids)
  const view = useListView({ screen: 'devis', rows: listed, columns, find, isRead, asked: `${mine} ${filter}` })
  const shown = view.rows
  // A draft waits for nobody's answer: it is counted apart.
  const sent = shown?.filter((devis) => !isDraft(devis)) ?? []
  const [reminded, setReminded] = useState<string | null>(null)
  const opened = shown?.find((devis) => devis.IDDEVIS === reminded)
  const openedClient = opened && clients?.get(opened.IDCLIENT)

  return (
    <>
      <PageHeader
        title={text.title}
        {...(shown === undefined
          ? {}
          : {
              subtitle: text.summary(sent.length, formatMoney(pendingTotal(sent)), shown.length - sent.length),
            })}
      />
      <ListTools view={view} search={text.search}>
        {sells ? (
          <Segments
            className={toolbarItem.segments}
            label={text.whose}
            value={mine ? '0' : '1'}
            onChange={(tous) => setQuery({ tous: tous === '1' ? '1' : undefined })}
            data={[
              { value: '0', label: text.mine },
              { value: '1', label: text.all },
            ]}
          />
        ) : null}
        <Select
          size="md"
          className={toolbarItem.choice}
          aria-label={text.filter}
          allowDeselect={false}
          value={filter ?? 'tous'}
          onChange={(etat) => setQuery({ etat: isFollowState(etat ?? undefined) ? (etat ?? undefined) : undefined })}
          data={Object.entries(text.filters).map(([value, label]) => ({ value, label }))}
        />
      </ListTools>
      {shown && shown.length > 0 ? (
        <VirtualList
          items={shown}
          estimate={ROW}
          keyOf={(devis) => devis.IDDEVIS}
          label={text.title}
          head={<ListSort view={view} />}
          row={(devis) => (
            <QuoteRow
              devis={devis}
              client={clients?.get(devis.IDCLIENT)}
              clock={clock}
              count={found?.counts.get(devis.IDDEVIS) ?? 1}
              onRemind={() => setReminded(devis.IDDEVIS)}
            />
          )}
        />
      ) : null}
      {shown?.length === 0 && view.all > 0 ? <NothingFound view={view} /> : null}
      {shown?.length === 0 && view.all === 0 ? (
        <NoQuotes
          filtered={filter !== null}
          mine={mine}
          onClear={() => setQuery({ etat: undefined })}
          onAll={() => setQuery({ tous: '1' })}
        />
      ) : null}
      {opened && openedClient ? (
        <RelanceSheet devis={opened} client={openedClient} onClose={() => setReminded(null)} />
      ) : null}
    </>
  )
}

function NoQuotes(props: { filtered: boolean; mine: boolean; onClear: () => void; onAll: () => void }) {
  const clients = useClientsHref()
  if (props.filtered) {
    return <EmptyState text={text.emptyFilter} action={<Button onClick={props.onClear}>{text.clear}</Button>} />
  }
  if (props.mine) {
    return <EmptyState text={text.emptyMine} action={<Button onClick={props.onAll}>{text.showAll}</Button>} />
  }
  return (
    <EmptyState
      text={text.empty}
      action={
        <Button component={Link} to={clients}>
          {text.toClients}
        </Button>
      }
    />
  )
}
