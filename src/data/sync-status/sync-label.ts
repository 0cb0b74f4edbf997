import { wallClock } from '../../../schemas/dates.ts'
import type { Certainty, ReplicationStatus } from '../../../sync/replicate/status.ts'
import { appText } from '../../text/app.ts'
import { formatDate, formatTime } from '../../ui/format/format.ts'
import type { OpeningTrouble } from '../database/keep-opening.ts'
import type { SyncStatus } from './sync-context.ts'

export type SyncTone = 'ok' | 'busy' | 'offline' | 'attention'

/** How old the data are: the time today, the day otherwise, on the company's clock. Pure. */
export function dataOf(lastSync: string | null, { now, zone }: { now: Date; zone: string }): string | null {
  if (lastSync === null) return null
  const [then, today] = [wallClock(new Date(lastSync), zone), wallClock(now, zone)]
  return then.slice(0, 10) === today.slice(0, 10) ? formatTime(then) : formatDate(then).slice(0, 5)
}

/** Something that the server does not have: an entry of the outbox, a file or a mail. */
interface Waiting {
  state: string
}

/** What a tab knows; what it has not read yet is undefined. */
export interface SyncFacts {
  /** The leader's last status, and whether it still holds. */
  replication: ReplicationStatus
  certainty: Certainty
  /** Whether the browser says that there is a network. */
  network: boolean
  /** Why the local database is not open. */
  trouble: OpeningTrouble | null
  entries: readonly Waiting[] | undefined
  queue: { files: readonly Waiting[]; mails: readonly Waiting[] } | undefined
  /** How many nobody has resolved. */
  conflicts: number | undefined
  locked: number
  now: Date
  zone: string
}

/**
 * The synchronisation as the shell shows it. Entries, files and mails count alike: each is something that the server does not have (FILE-9). Pure.
 * @returns also how many there are of these; undefined until all are counted
 */
export function sumOf(facts: SyncFacts): { status: SyncStatus; waiting: number | undefined } {
  const { replication, certainty, network, trouble, entries, queue, conflicts, locked, now, zone } = facts
  const { phase, lastSync, firstSync, paused } = replication
  const all = [...(entries ?? []), ...(queue?.files ?? []), ...(queue?.mails ?? [])]
  const refused = all.filter((one) => one.state === 'refused').length
  const isCounted = entries !== undefined && queue !== undefined && conflicts !== undefined
  const total = firstSync?.total
  const status: SyncStatus = {
    unopened: trouble !== null && trouble !== 'slow',
    online: network && phase !== 'offline',
    phase: isCounted ? phase : 'starting',
    certainty,
    dataOf: dataOf(lastSync, { now, zone }),
    pending: all.length - refused,
    refused,
    locked,
    conflicts: conflicts ?? 0,
    lastSync,
    firstSync: firstSync && total ? { done: Math.min(firstSync.done, total), total } : null,
    paused,
  }
  return { status, waiting: isCounted ? all.length : undefined }
}

export interface SyncLabel {
  text: string
  tone: SyncTone
  /** The end of `text` that counts the pending entries; a phone shows it alone. */
  waiting: string
}

/**
 * The pill's text and tone (WORK-6). States that need a person come first; « À jour », the only green one, needs an empty queue that has been read, a
 * network, a finished first synchronisation, and a leader that has just proven it: the pill must never be green when one of them is missing.
 */
export function syncLabel(status: SyncStatus): SyncLabel {
  const { sync } = appText
  const label = (text: string, tone: SyncTone, waiting = ''): SyncLabel => ({
    text: `${text}${waiting}`,
    tone,
    waiting,
  })
  const andWaiting = (text: string): SyncLabel =>
    status.pending > 0 ? label(`${text} · `, 'offline', sync.pending(status.pending)) : label(text, 'offline')

  if (status.unopened) return label(sync.unopened, 'attention')
  if (status.paused.includes('no-access')) return label(sync.noAccess, 'attention')
  if (status.refused + status.locked + status.paused.length > 0) return label(sync.actionRequired, 'attention')
  if (status.conflicts > 0) return label(sync.conflicts(status.conflicts), 'attention')
  if (!status.online) return andWaiting(sync.offline)
  if (status.certainty === 'stale') return andWaiting(status.dataOf === null ? sync.behind : sync.dataOf(status.dataOf))
  if (status.pending > 0) return label(sync.pending(status.pending), 'busy')
  if (status.firstSync || status.lastSync === null) {
    const { done, total } = status.firstSync ?? { done: 0, total: 0 }
    return label(sync.receiving(total > 0 ? Math.min(99, Math.floor((100 * done) / total)) : 0), 'busy')
  }
  if (status.certainty === 'awaited' || status.phase === 'starting') return label(sync.checking, 'busy')
  return label(sync.upToDate, 'ok')
}
