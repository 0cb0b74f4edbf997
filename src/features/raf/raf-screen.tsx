import { Button } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { type MyRaf, RAF_DAYS, useRafList } from '../../domain/rdv/use-raf.ts'
import { useNatures } from '../../domain/records/record-rows.tsx'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { ListSort, ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { rafText as text } from '../../text/raf.ts'
import { age, isLate } from '../../ui/format/age.ts'
import { formatDate, formatLongDay, formatTimeRange } from '../../ui/format/format.ts'
import { above } from '../../ui/list/row-link.tsx'
import { TimedRow, TimedRows } from '../../ui/list/timed-row.tsx'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './raf.module.css'
import { byDay } from './raf-days.ts'
import { useRafColumns } from './use-raf-columns.ts'

/** The link of a row: the debrief for a person who may debrief, else the report; an intervention's own page. */
function rafHref(item: MyRaf, mayDebrief: boolean): string {
  if (item.kind === 'intervention') return paths.resource.view('intervention', item.id)
  return mayDebrief ? paths.debrief.href(item.id) : paths.rapport.href({ idRdv: item.id })
}

function RafRow({ item, client, mayDebrief }: { item: MyRaf; client: string | null; mayDebrief: boolean }) {
  const natureOf = useNatures()
  const { record } = item
  const label = entityOf(item.kind).label(record as never)
  const name = client ?? (item.kind === 'rdv' ? label : text.intervention)
  const nature = item.kind === 'rdv' ? natureOf(item.record.IDNATURE_RDV) : null
  return (
    <TimedRow
      hours={formatTimeRange(record.RDV_DEBUT, record.RDV_FIN)}
      name={name}
      href={rafHref(item, mayDebrief)}
      detail={client === null ? null : label}
      state={
        <>
          <SyncChip state={record.sync.state} />
          {nature ? (
            <StateChip label={nature.label} color={nature.color} />
          ) : (
            <StateChip label={text.intervention} color="orange" />
          )}
        </>
      }
      second={
        item.kind === 'rdv' && mayDebrief ? (
          <Button
            component={Link}
            {...hrefProps(paths.rapport.href({ idRdv: item.id }))}
            variant="subtle"
            color="ardoise"
            className={above}
            leftSection={<IconClipboardText size={18} aria-hidden />}
            aria-label={text.reportOf(name)}
          >
            {text.report}
          </Button>
        ) : null
      }
      next={item.kind === 'intervention' ? text.open : mayDebrief ? text.debrief : text.report}
    />
  )
}

/** « RAF à saisir » (MGR-13): my past appointments without debrief or report and interventions without feedback or PV, oldest first. */
export function RafScreen() {
  const [asked, setAsked] = useState(false)
  const list = useRafList({ all: asked })
  const items = list?.items
  const today = useNow().slice(0, 10)
  const mayDebrief = useMay()('debrief', 'rdv')
  const ids = items?.map(({ record }) => record.IDPROJET)
  const projets = useRecords('projet', ids, { stale: true })
  const clientIds = projets && [...projets.values()].map((projet) => projet.IDCLIENT)
  const clients = useRecords('client', clientIds, { stale: true })
  const isRead = isAnswerTo(projets, ids) && isAnswerTo(clients, clientIds)
  const { columns, find, clientOf } = useRafColumns(projets, clients)
  const view = useListView({ screen: 'raf', rows: items, columns, find, isRead, asked: String(list?.all) })
  if (items === undefined) return <PageHeader title={text.title} />
  // The search field stays while the clients that it reads are read: nothing that is typed there is lost.
  const shown = view.rows ?? []
  return (
    <div className={styles.page}>
      <PageHeader
        title={text.title}
        {...(items.length > 0 && view.rows ? { subtitle: text.subtitle(shown.length) } : {})}
      />
      {items.length > 0 ? <ListTools view={view} /> : null}
      <ListSort view={view} />
      {view.rows?.length === 0 && items.length > 0 ? <NothingFound view={view} /> : null}
      {items.length === 0 ? (
        <EmptyState
          text={text.empty}
          action={
            <Button component={Link} to={paths.manager.href()}>
              {text.toHome}
            </Button>
          }
        />
      ) : null}
      {byDay(shown).map(({ day, items: list }) => (
        <section key={day} className={styles.day} aria-label={formatLongDay(day)}>
          <h2 className={styles.dayTitle}>
            <span className={styles.dayName}>{formatLongDay(day)}</span>
            <span className={styles.age} data-late={isLate(day, today) || undefined}>
              {age(day, today)}
            </span>
          </h2>
          <TimedRows>
            {list.map((item) => (
              <RafRow key={item.id} item={item} client={clientOf(item)} mayDebrief={mayDebrief} />
            ))}
          </TimedRows>
        </section>
      ))}
      {list?.all ? null : (
        <div className={styles.older}>
          {text.older(formatDate(addDays(today, -RAF_DAYS)))}{' '}
          <Button variant="subtle" size="compact-sm" loading={asked} onClick={() => setAsked(true)}>
            {text.showOlder}
          </Button>
        </div>
      )}
    </div>
  )
}
