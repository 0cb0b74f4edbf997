/**
 * What the replication is doing, as a pure state machine (WORK-6).
 *
 *   idle ─ started ─▶ syncing ─ succeeded ─▶ live ─ started ─▶ syncing
 *   any ─ failed ─▶ failing        any ─ unreachable ─▶ offline
 *   failing, offline: a try that starts proves nothing; a page that was applied leads to syncing, a whole round to live.
 *   any ─ paused(reason) ─▶ the reason joins `paused`; a pull that succeeds proves that no reason holds any more.
 */
export const PHASES = ['idle', 'syncing', 'live', 'failing', 'offline'] as const
export type Phase = (typeof PHASES)[number]

/** no-access: the server refuses every list to this account (PULL-11). */
export type PauseReason = 'signed-out' | 'other-account' | 'outdated' | 'storage-full' | 'no-access'

export interface ReplicationStatus {
  phase: Phase
  /** The round that ended last was whole, and this leader made it: an earlier session's round proves nothing about the present. */
  proven: boolean
  paused: PauseReason[]
  /** ISO instant of the last complete pull of everything. */
  lastSync: string | null
  /** Progress of the first synchronisation; null once it is complete. */
  firstSync: { done: number; total: number | null } | null
  /** Last technical trouble, for the synchronisation page; never shown as a dialog (ERR-06). */
  trouble: string | null
}

export type ReplicationEvent =
  | { type: 'started' }
  | { type: 'progress'; rows: number; total: number | null }
  | { type: 'succeeded'; at: string }
  | { type: 'failed'; message: string }
  | { type: 'unreachable' }
  | { type: 'paused'; reason: PauseReason }

export const INITIAL_STATUS: ReplicationStatus = {
  phase: 'idle',
  proven: false,
  paused: [],
  lastSync: null,
  firstSync: null,
  trouble: null,
}

type Handler<T extends ReplicationEvent['type']> = (
  status: ReplicationStatus,
  event: Extract<ReplicationEvent, { type: T }>,
) => ReplicationStatus

/** Every event × every phase: the compiler demands each cell. */
const PHASE_AFTER: Record<ReplicationEvent['type'], Record<Phase, Phase>> = {
  started: { idle: 'syncing', syncing: 'syncing', live: 'syncing', failing: 'failing', offline: 'offline' },
  progress: { idle: 'syncing', syncing: 'syncing', live: 'syncing', failing: 'syncing', offline: 'syncing' },
  succeeded: { idle: 'live', syncing: 'live', live: 'live', failing: 'live', offline: 'live' },
  failed: { idle: 'failing', syncing: 'failing', live: 'failing', failing: 'failing', offline: 'failing' },
  unreachable: { idle: 'offline', syncing: 'offline', live: 'offline', failing: 'offline', offline: 'offline' },
  paused: { idle: 'idle', syncing: 'idle', live: 'idle', failing: 'failing', offline: 'offline' },
}

const DETAILS: { [T in ReplicationEvent['type']]: Handler<T> } = {
  started: (s) => s,
  progress: (s, e) => ({
    ...s,
    firstSync:
      s.lastSync === null
        ? { done: (s.firstSync?.done ?? 0) + e.rows, total: e.total ?? s.firstSync?.total ?? null }
        : null,
  }),
  succeeded: (s, e) => ({ ...s, lastSync: e.at, proven: true, firstSync: null, trouble: null, paused: [] }),
  failed: (s, e) => ({ ...s, proven: false, trouble: e.message }),
  unreachable: (s) => ({ ...s, proven: false }),
  paused: (s, e) => ({
    ...s,
    proven: false,
    paused: s.paused.includes(e.reason) ? s.paused : [...s.paused, e.reason],
  }),
}

/** The next status. Pure. */
export function nextStatus(status: ReplicationStatus, event: ReplicationEvent): ReplicationStatus {
  const detail = DETAILS[event.type] as Handler<typeof event.type>
  return { ...detail(status, event as never), phase: PHASE_AFTER[event.type][status.phase] }
}

/** current: the device shows what the server has. awaited: not known yet. stale: the device shows the data of the last synchronisation. */
export type Certainty = 'current' | 'awaited' | 'stale'

/** A leader beats every five seconds: one that was silent for this long is frozen, or has ended. */
export const SILENT_AFTER_MS = 30_000
/** How long a whole round counts; rounds are a minute apart. After a device's sleep, an older round proves nothing. */
const HOLDS_FOR_MS = 5 * 60_000

export interface Sighting {
  status: ReplicationStatus
  /** When the leader was last heard; before that, when this tab began to listen. Milliseconds, like `now`. */
  heardAt: number
  /** Whether a leader was heard at all: until then the status is an earlier session's. */
  heard: boolean
  now: number
}

/** How far the last status can be trusted now (WORK-6): never more than a leader that is heard has proven. Pure. */
export function certaintyOf({ status, heardAt, heard, now }: Sighting): Certainty {
  // `abs`: a clock that was set back proves nothing either.
  if (Math.abs(now - heardAt) > SILENT_AFTER_MS) return 'stale'
  if (!heard) return 'awaited'
  if (status.phase === 'failing' || status.phase === 'offline') return 'stale'
  if (!status.proven || status.lastSync === null) return 'awaited'
  return Math.abs(now - Date.parse(status.lastSync)) <= HOLDS_FOR_MS ? 'current' : 'stale'
}
