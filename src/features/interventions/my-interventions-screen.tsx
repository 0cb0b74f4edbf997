import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import type { Stop } from '../../../schemas/rules/stopped.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { type Filed, useFiled, useKeptPhotos, worstOf } from '../../data/records/use-files.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { StopChip } from '../../domain/projets/stop-chip.tsx'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { shortDayOf } from '../../ui/format/day-of.ts'
import { formatDate, formatTimeRange } from '../../ui/format/format.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { TimedRow, TimedRows } from '../../ui/list/timed-row.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './my-interventions.module.css'
import { doneSince, type MyWork, type Stage, stageOf } from './my-interventions.ts'
import { useMyColumns } from './use-my-columns.ts'
import { useMyInterventions } from './use-my-interventions.ts'

type Intervention = LocalRecord<'intervention'>
type Mine = MyWork<Intervention>

const COLOR: Record<Stage, string> = {
  todo: 'grey',
  running: 'orange',
  ended: 'blue',
  signed: 'purple',
  good: 'green',
  bad: 'red',
}

const ACTION: Record<Stage, string> = {
  todo: text.actions.start,
  running: text.actions.open,
  ended: text.actions.sign,
  signed: text.actions.feedback,
  good: text.actions.see,
  bad: text.actions.see,
}

/** Photos of the works of so many days are kept on the device. */
const PHOTO_DAYS = 14

const SECTIONS = ['today', 'late', 'next', 'done'] as const

/** « Mes interventions » (MGR-10): the technician's day, with a button for the next step of each site. */
export function MyInterventionsScreen() {
  const day = useNow().slice(0, 10)
  const [older, setOlder] = useState(false)
  const works = useMyInterventions(day, older)
  const all = useMemo(() => works && SECTIONS.flatMap((section) => works[section]), [works])
  const ids = all?.map(({ work }) => work.IDPROJET)
  const projets = useRecords('projet', ids, { stale: true })
  const clientIds = projets && [...projets.values()].map((projet) => projet.IDCLIENT)
  const clients = useRecords('client', clientIds, { stale: true })
  const filed = useFiled(all?.map(({ work }) => work.IDINTERVENTION))
  const soon = works && [
    ...works.today,
    ...works.next.filter(({ start }) => start.slice(0, 10) <= addDays(day, PHOTO_DAYS)),
  ]
  useKeptPhotos((soon ?? []).map(({ work }) => work.IDPROJET))
  const { columns, find, clientOf } = useMyColumns(projets, clients, works)
  const isRead = isAnswerTo(projets, ids) && isAnswerTo(clients, clientIds)
  const asked = String(works?.all)
  const view = useListView({ screen: 'intervention-technicien', rows: all, columns, find, isRead, asked })
  if (works === undefined) return <PageHeader title={text.title} />
  // The search field stays while the clients that it reads are read: nothing that is typed there is lost.
  const isListed = view.rows !== undefined
  const found = new Set(view.rows)
  const of = (section: (typeof SECTIONS)[number]): Mine[] => works[section].filter((one) => found.has(one))
  const isSearched = view.typed.trim() !== ''
  return (
    <div className={styles.page}>
      <PageHeader title={text.title} subtitle={text.subtitle(new Set(works.today.map(({ work }) => work)).size)} />
      {view.all > 0 ? <ListTools view={view} /> : null}
      {view.rows?.length === 0 && view.all > 0 ? <NothingFound view={view} /> : null}
      {view.all === 0 ? (
        <EmptyState
          text={text.empty}
          action={
            <Button component={Link} to={paths.manager.href()}>
              {text.toHome}
            </Button>
          }
        />
      ) : !isListed ? null : (
        SECTIONS.map((section) =>
          of(section).length === 0 && (section !== 'today' || isSearched) ? null : (
            <section key={section} aria-label={text.sections[section]}>
              <h2 className={styles.title}>
                {section === 'done' && works.all ? text.allDone : text.sections[section]}{' '}
                <span className={styles.count}>{of(section).length}</span>
              </h2>
              {of(section).length === 0 ? <p className={`surface ${styles.none}`}>{text.emptyToday}</p> : null}
              <FirstRows name={section} items={of(section)}>
                {(shown) => (
                  <TimedRows>
                    {shown.map((mine) => (
                      <MyInterventionRow
                        key={mine.key}
                        mine={mine}
                        client={clientOf(mine)}
                        filed={filed?.get(mine.work.IDINTERVENTION)}
                        section={section}
                        stop={works.stopOf(mine.work)}
                      />
                    ))}
                  </TimedRows>
                )}
              </FirstRows>
            </section>
          ),
        )
      )}
      {works.all ? null : (
        <div className={styles.older}>
          {text.doneSince(formatDate(doneSince(day)))}{' '}
          <Button variant="subtle" h={44} loading={older} onClick={() => setOlder(true)}>
            {text.showOlder}
          </Button>
        </div>
      )}
    </div>
  )
}

function MyInterventionRow({
  mine,
  client,
  filed,
  section,
  stop,
}: {
  mine: Mine
  client: LocalRecord<'client'> | undefined
  /** Its files, pictures and PV, sent or not. */
  filed: Filed | undefined
  section: (typeof SECTIONS)[number]
  stop: Stop | null
}) {
  const now = useNow()
  const { work, start, end } = mine
  const stage = stageOf(work, filed?.origins.includes('intervention_sign_pv') ?? false)
  const label = interventionEntity.label(work)
  return (
    <TimedRow
      day={section === 'today' ? undefined : shortDayOf(start, now)}
      hours={formatTimeRange(start, end)}
      name={client ? clientEntity.label(client) : label}
      href={paths.resource.view('intervention', work.IDINTERVENTION)}
      detail={[client ? label : null, client?.VILLE].filter(Boolean).join(' · ')}
      state={
        <>
          <SyncChip state={worstOf(work.sync.state, filed?.state ?? 'synced')} />
          {/* Where the work is done, how it ended is what counts. */}
          {stop !== null && section === 'today' ? (
            <StopChip stop={stop} />
          ) : (
            <StateChip label={text.states[stage]} color={COLOR[stage]} />
          )}
        </>
      }
      struck={stop !== null && section === 'today'}
      next={section === 'next' || stop !== null ? text.actions.see : ACTION[stage]}
    />
  )
}
