import { IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { addDays, wallClock } from '../../../schemas/dates.ts'
import { paths } from '../../app/paths.ts'
import { useSync } from '../../app/sync-context.ts'
import { formatAgo, formatTime } from '../../components/format.ts'
import { useZone } from '../../components/resource/use-zone.ts'
import { useNow } from '../../components/use-now.ts'
import { useCompleteness } from '../../db/use-pull-states.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import styles from './dashboard.module.css'
import { countKinds } from './day-items.ts'
import { type Missing, missingForTomorrow, type NeededItem } from './ready.ts'
import { adresseIdOf, type MyDay, useDay } from './use-day.ts'

/** What each appointment points to, and whether this device holds it. */
function neededItems(day: MyDay): NeededItem[] {
  const { projets, clients, adresses } = day
  return day.items.map((item) => {
    const projet = projets?.get(item.record.IDPROJET ?? '')
    const client = clients?.get(projet?.IDCLIENT ?? '')
    const idAdresse = adresseIdOf(item, day)
    return {
      start: item.start,
      projet: { id: item.record.IDPROJET, has: projet !== undefined },
      client: { id: projet?.IDCLIENT ?? null, has: client !== undefined },
      adresse: { id: idAdresse, has: idAdresse !== null && adresses?.has(idAdresse) === true },
    }
  })
}

function missingText(missing: Missing): string {
  if (missing.kind === 'stale') return text.stale
  if (missing.kind === 'record') return text.missingRecord(text.missing[missing.what], formatTime(missing.start))
  return text.missingCollections(missing.resources.map((resource) => text.collections[resource]).join(', '))
}

/** « Prêt pour demain »: green only when nothing is missing; otherwise says what is. With it, the state of the synchronisation. */
export function ReadyCard() {
  const now = useNow()
  const day = useDay(addDays(now.slice(0, 10), 1))
  const states = useCompleteness()
  const loaded = day?.projets && day.clients && day.adresses
  const missing =
    states && day && loaded ? missingForTomorrow({ states, items: neededItems(day), now: Date.now() }) : undefined
  const ready = missing?.length === 0
  return (
    <section className={`surface ${styles.card} ${styles.readyCard}`} aria-label={text.ready}>
      <div className={styles.ready} data-ready={ready || undefined}>
        {ready ? (
          <IconCircleCheck size={28} stroke={1.7} aria-hidden />
        ) : (
          <IconProgress size={28} stroke={1.7} aria-hidden />
        )}
        <div>
          <h2 className={styles.cardTitle}>{ready || missing === undefined ? text.ready : text.readyNo}</h2>
          {missing === undefined ? <p className={styles.quiet}>{'\u00a0'}</p> : null}
          {ready && day ? (
            <p className={styles.quiet}>
              {text.readyYes} {text.readyCount(...countKinds(day.items))}
            </p>
          ) : null}
          {ready ? null : (
            <ul className={styles.missing}>
              {missing?.map((one) => (
                <li key={missingText(one)}>{missingText(one)}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <SyncLine now={now} />
    </section>
  )
}

function SyncLine({ now }: { now: string }) {
  const { status } = useSync()
  const zone = useZone()
  return (
    <Link to={paths.synchronisation.href()} className={styles.syncLine ?? ''}>
      {status.lastSync ? text.lastSync(formatAgo(wallClock(new Date(status.lastSync), zone), now)) : text.neverSynced}
    </Link>
  )
}
