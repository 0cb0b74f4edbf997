import { Button } from '@mantine/core'
import { IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { spanOf } from '../../domain/absences/span.ts'
import { downloadPack, packRows, usePacks } from '../../domain/map/packs/packs.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import { formatAgo, formatBytes, formatLongDay, formatShortDay, formatTime } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import styles from './dashboard.module.css'
import { countKinds } from './day-items.ts'
import type { Missing } from './ready.ts'
import { usePrepare } from './use-prepare.ts'
import { type Ready, useReady } from './use-ready.ts'

/** The most lines: further ones would add nothing. */
const MOST_LINES = 4

function missingText(missing: Missing): string {
  switch (missing.kind) {
    case 'collections':
      return text.missingCollections(missing.resources.map((resource) => text.collections[resource]).join(', '))
    case 'behind':
      return text.missingChanges
    case 'record':
      return text.missingRecord(
        text.missing[missing.what],
        text.missingOf[missing.item],
        `${formatShortDay(missing.start)} ${formatTime(missing.start)}`,
      )
    case 'files':
      return text.missingFiles(missing.count, formatBytes(missing.size))
    case 'room':
      return text.missingRoom(missing.count, formatBytes(missing.size))
    case 'map':
      return text.missingMap(missing.name, formatBytes(missing.size))
    case 'stale':
      return text.stale
  }
}

/** The parts that the button fetches; maps are large and have their own button, and files without room are not fetched. */
const isFetched = ({ kind }: Missing): boolean => kind !== 'map' && kind !== 'room'

function MissingList({ missing }: { missing: readonly Missing[] }) {
  const lines = [...new Set(missing.map(missingText))]
  const rest = lines.length - MOST_LINES
  return (
    <ul className={styles.missing}>
      {lines.slice(0, MOST_LINES).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {rest > 0 ? <li>{text.missingMore(rest)}</li> : null}
    </ul>
  )
}

/** Fetches the missing parts; each map has its own button. */
function PrepareButtons({ ready, missing }: { ready: Ready; missing: readonly Missing[] }) {
  const { online } = useSync().status
  const { progress, run } = usePrepare(ready)
  const packs = usePacks()
  const rows = packRows(packs)
  return (
    <div className={styles.prepare}>
      {missing.some(isFetched) ? (
        <Button disabled={!online} loading={progress !== null} onClick={() => void run()}>
          {text.prepare}
        </Button>
      ) : null}
      {missing.map((one) => {
        const row = one.kind === 'map' ? rows.find(({ pack }) => pack.name === one.name) : undefined
        if (!row) return null
        return row.state === 'running' ? (
          <span key={row.pack.name} className={styles.quiet}>
            {text.mapComing(row.pack.name, formatBytes(row.kept), formatBytes(row.pack.size))}
          </span>
        ) : (
          <Button
            key={row.pack.name}
            variant="default"
            disabled={!online}
            onClick={() => void downloadPack(row.pack).catch(notices.failure)}
          >
            {text.getMap(row.pack.name)}
          </Button>
        )
      })}
      <span className={styles.quiet} role="status">
        {progress ? text.preparing(progress.done, progress.total) : online ? '' : text.prepareOffline}
      </span>
    </div>
  )
}

/** Synchronises at once, once for each change, when a change of these days has come without the rest of its data. */
function useCatchUp(missing: readonly Missing[] | undefined): void {
  const { status, controls } = useSync()
  const behind = missing?.find((one) => one.kind === 'behind')?.resources.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set of collections asks again
  useEffect(() => {
    if (behind && status.online) void controls.syncNow()
  }, [behind, status.online])
}

/** « Prêt pour demain »: green only when nothing is missing for the next seven days; otherwise names the missing parts, and fetches them. */
export function ReadyCard() {
  const now = useNow()
  const ready = useReady(now.slice(0, 10))
  const { missing } = ready
  useCatchUp(missing)
  const isReady = missing?.length === 0
  return (
    <section className={`surface ${styles.card} ${styles.readyCard}`} aria-label={text.ready}>
      <div className={styles.ready} data-ready={isReady || undefined}>
        {isReady ? (
          <IconCircleCheck size={28} stroke={1.7} aria-hidden />
        ) : (
          <IconProgress size={28} stroke={1.7} aria-hidden />
        )}
        <div>
          <h2 className={styles.cardTitle}>{isReady || missing === undefined ? text.ready : text.readyNo}</h2>
          {missing === undefined ? <p className={styles.quiet}>{'\u00a0'}</p> : null}
          {isReady ? (
            <p className={styles.quiet}>
              {text.readyYes(formatLongDay(ready.until))} {text.readyCount(...countKinds(ready.items))}
            </p>
          ) : null}
          {missing && ready.absences.length > 0 ? (
            <ul className={styles.missing} aria-label={text.readyAbsences}>
              {ready.absences.slice(0, MOST_LINES).map((stay) => (
                <li key={`${stay.id} ${stay.debut}`}>{text.readyAbsent(spanOf(stay))}</li>
              ))}
              {ready.absences.length > MOST_LINES ? (
                <li>{text.readyAbsentMore(ready.absences.length - MOST_LINES)}</li>
              ) : null}
            </ul>
          ) : null}
          {missing && !isReady ? (
            <>
              <MissingList missing={missing} />
              <PrepareButtons ready={ready} missing={missing} />
            </>
          ) : null}
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
