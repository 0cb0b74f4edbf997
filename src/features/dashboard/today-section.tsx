import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useStops } from '../../domain/projets/use-stops.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import { formatLongDay, formatTime } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './dashboard.module.css'
import { countKinds } from './day-items.ts'
import { TodayAbsences } from './today-absences.tsx'
import { TodayTimeline } from './today-timeline.tsx'
import { useDay } from './use-day.ts'

/** Those of stopped projects stay in their place until somebody cancels them: the next one that takes place is among the first. */
const READ = 20

/** My next appointment after today, when today is empty. */
function NextRdv({ today }: { today: string }) {
  const { account } = useSession()
  const planned = useLiveList('rdv', {
    selector: {
      RDV_DEBUT: { $gt: `${today} 23:59` },
      SUPPRIME: 0,
      IDPERSONNELS: { $elemMatch: { $eq: account.id } },
    },
    sort: [{ RDV_DEBUT: 'asc' }],
    limit: READ,
  })
  const stopOf = useStops(planned)
  const next = stopOf && planned?.find((rdv) => stopOf(rdv) === null)
  const projet = useLiveRecord('projet', next?.IDPROJET)
  const client = useLiveRecord('client', projet?.IDCLIENT)
  if (!next) return null
  return (
    <Link to={paths.resource.view('rdv', next.IDRDV)} className={styles.next ?? ''}>
      <span className={styles.quiet}>{text.next}</span>
      <strong>{client ? clientEntity.label(client) : rdvEntity.label(next)}</strong>
      <span>
        {formatLongDay(next.RDV_DEBUT)}, {formatTime(next.RDV_DEBUT)}
      </span>
    </Link>
  )
}

/** « Aujourd'hui »: at the top of the screen, from the local database only. */
export function TodaySection({ now }: { now: string }) {
  const { account } = useSession()
  const today = now.slice(0, 10)
  const day = useDay(today, today, { early: true })
  const agenda = mayOpen(managerRoute('agenda'), account.roles)
  return (
    <section className={`surface ${styles.card}`} aria-label={text.today}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>{text.today}</h2>
        {day && day.items.length > 0 ? (
          <span className={styles.quiet}>{text.countToday(...countKinds(day.items))}</span>
        ) : null}
        {agenda ? (
          <Button
            component={Link}
            to={paths.agenda.href()}
            variant="subtle"
            size="compact-sm"
            className={styles.headLink ?? ''}
          >
            {text.toAgenda}
          </Button>
        ) : null}
      </div>
      <TodayAbsences today={today} />
      {day === undefined ? <div className={styles.skeleton} aria-hidden /> : null}
      {day && day.items.length > 0 ? <TodayTimeline day={day} now={now} /> : null}
      {day && day.items.length === 0 ? (
        <>
          <p className={styles.quiet}>{text.emptyToday}</p>
          <NextRdv today={today} />
        </>
      ) : null}
    </section>
  )
}
