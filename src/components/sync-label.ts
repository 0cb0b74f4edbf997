import { appText } from '../text/app.ts'

/** What the pill needs of the synchronisation's status. */
export interface SyncSummary {
  online: boolean
  pending: number
  refused: number
  locked: number
  conflicts: number
  lastSync: string | null
  firstSync: { done: number; total: number } | null
  paused: readonly string[]
}

export type SyncTone = 'ok' | 'busy' | 'offline' | 'attention'

/**
 * The pill's text and tone. What needs a person comes first; « À jour », the only green one, needs an empty queue, a network
 * and a finished first synchronisation: a pill that never lies.
 */
export function syncLabel(status: SyncSummary): { text: string; tone: SyncTone } {
  const { sync } = appText
  const isStuck = status.refused + status.locked + status.paused.length > 0
  if (isStuck) return { text: sync.actionRequired, tone: 'attention' }
  if (status.conflicts > 0) return { text: sync.conflicts(status.conflicts), tone: 'attention' }
  if (!status.online) {
    const waiting = status.pending > 0 ? ` · ${sync.pending(status.pending)}` : ''
    return { text: `${sync.offline}${waiting}`, tone: 'offline' }
  }
  if (status.pending > 0) return { text: sync.pending(status.pending), tone: 'busy' }
  if (status.firstSync || status.lastSync === null) {
    const { done, total } = status.firstSync ?? { done: 0, total: 0 }
    return { text: sync.receiving(total > 0 ? Math.min(99, Math.floor((100 * done) / total)) : 0), tone: 'busy' }
  }
  return { text: sync.upToDate, tone: 'ok' }
}
