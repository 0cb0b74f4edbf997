import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import type { LocalRecord } from '../../../sync/local-record.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { formatShortDay, formatTimeRange } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { hrefProps } from '../../components/resource/href-props.ts'
import { SyncChip } from '../../components/resource/record-sync.tsx'
import { StateChip } from '../../components/state-chip.tsx'
import { useNow } from '../../components/use-now.ts'
import { useKeptPhotos, useSignedIds } from '../../db/use-files.ts'
import { useLiveList } from '../../db/use-live.ts'
import { useRecords } from '../../db/use-records.ts'
import { worksText as text } from '../../text/works.ts'
import styles from './my-works.module.css'
import { AHEAD_DAYS, BACK_DAYS, type MyWork, type MyWorks, myWorks, type Stage, stageOf } from './my-works.ts'

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

const SECTIONS = ['today', 'late', 'next', 'done'] as const

/** Mine between two months ago and two weeks ahead, live from this device; undefined until the first answer. */
function useMyWorks(day: string): MyWorks<Intervention> | undefined {
  const { account } = useSession()
  const rows = useLiveList('intervention', {
    selector: {
      RDV_DEBUT: { $gte: `${addDays(day, -BACK_DAYS)} 00:00`, $lte: `${addDays(day, AHEAD_DAYS)} 23:59` },
      IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: account.id } },
    },
    sort: [{ RDV_DEBUT: 'asc' }],
    limit: 1000,
  })
  return useMemo(() => rows && myWorks(rows, { me: account.id, day }), [rows, account.id, day])
}

/** « Mes interventions » (MGR-10): the technician's day, the next step of each site one tap away. */
export function MyWorksScreen() {
  const day = useNow().slice(0, 10)
  const works = useMyWorks(day)
  const all = works && SECTIONS.flatMap((section) => works[section])
  const projets = useRecords(
    'projet',
    all?.map(({ work }) => work.IDPROJET),
  )
  const clients = useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT))
  const signed = useSignedIds(all?.map(({ work }) => work.IDINTERVENTION))
  useKeptPhotos([...(works?.today ?? []), ...(works?.next ?? [])].map(({ work }) => work.IDPROJET))
  if (works === undefined) return <PageHeader title={text.title} />
  const clientOf = ({ work }: Mine): LocalRecord<'client'> | undefined =>
    clients?.get(projets?.get(work.IDPROJET)?.IDCLIENT ?? '')
  return (
    <div className={styles.page}>
      <PageHeader title={text.title} subtitle={text.subtitle(works.today.length)} />
      {all?.length === 0 ? (
        <EmptyState
          text={text.empty}
          action={
            <Button component={Link} to={paths.manager.href()}>
              {text.toHome}
            </Button>
          }
        />
      ) : (
        SECTIONS.map((section) =>
          works[section].length === 0 && section !== 'today' ? null : (
            <section key={section} aria-label={text.sections[section]}>
              <h2 className={styles.title}>
                {text.sections[section]} <span className={styles.count}>{works[section].length}</span>
              </h2>
              {works[section].length === 0 ? <p className={`surface ${styles.none}`}>{text.emptyToday}</p> : null}
              <ul className={`surface ${styles.rows}`}>
                {works[section].map((mine) => (
                  <WorkRow
                    key={mine.work.IDINTERVENTION}
                    mine={mine}
                    client={clientOf(mine)}
                    stage={stageOf(mine.work, signed?.has(mine.work.IDINTERVENTION) ?? false)}
                    section={section}
                  />
                ))}
              </ul>
            </section>
          ),
        )
      )}
    </div>
  )
}

function WorkRow({
  mine,
  client,
  stage,
  section,
}: {
  mine: Mine
  client: LocalRecord<'client'> | undefined
  stage: Stage
  section: (typeof SECTIONS)[number]
}) {
  const { work, start, end } = mine
  const label = interventionEntity.label(work)
  const href = paths.resource.view('intervention', work.IDINTERVENTION)
  return (
    <li className={styles.row}>
      <span className={styles.hours}>
        {section !== 'today' ? <span className={styles.day}>{formatShortDay(start)}</span> : null}
        {formatTimeRange(start, end)}
      </span>
      <div className={styles.words}>
        <Link {...hrefProps(href)} className={styles.name ?? ''}>
          {client ? clientEntity.label(client) : label}
        </Link>
        <div className={styles.detail}>{[client ? label : null, client?.VILLE].filter(Boolean).join(' · ')}</div>
      </div>
      <div className={styles.end}>
        <SyncChip state={work.sync.state} />
        <StateChip label={text.states[stage]} color={COLOR[stage]} />
        <span className={styles.go} aria-hidden>
          {section === 'next' ? text.actions.see : ACTION[stage]}
        </span>
      </div>
    </li>
  )
}
