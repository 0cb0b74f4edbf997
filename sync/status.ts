/**
 * What the replication is doing, as a pure state machine (WORK-6).
 *
 *            ┌────────── failed ──────────┐
 *            ▼                            │
 *   idle ─ started ─▶ syncing ─ succeeded ─▶ live
 *                       ▲                     │
 *                       └────── started ──────┘
 *   any ─ unreachable ─▶ offline ─ started ─▶ syncing
 *   any ─ paused(reason) ─▶ the reason joins `paused`; a pull that succeeds proves that no reason holds any more.
 */
export const PHASES = ['idle', 'syncing', 'live', 'offline'] as const
export type Phase = (typeof PHASES)[number]

export type PauseReason = 'signed-out' | 'other-account' | 'outdated' | 'storage-full'

export interface ReplicationStatus {
  phase: Phase
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
  started: { idle: 'syncing', syncing: 'syncing', live: 'syncing', offline: 'syncing' },
  progress: { idle: 'syncing', syncing: 'syncing', live: 'syncing', offline: 'syncing' },
  succeeded: { idle: 'live', syncing: 'live', live: 'live', offline: 'live' },
  failed: { idle: 'idle', syncing: 'idle', live: 'idle', offline: 'offline' },
  unreachable: { idle: 'offline', syncing: 'offline', live: 'offline', offline: 'offline' },
  paused: { idle: 'idle', syncing: 'idle', live: 'idle', offline: 'offline' },
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
  succeeded: (s, e) => ({ ...s, lastSync: e.at, firstSync: null, trouble: null, paused: [] }),
  failed: (s, e) => ({ ...s, trouble: e.message }),
  unreachable: (s) => s,
  paused: (s, e) => ({ ...s, paused: s.paused.includes(e.reason) ? s.paused : [...s.paused, e.reason] }),
}

/** The next status. Pure. */
export function nextStatus(status: ReplicationStatus, event: ReplicationEvent): ReplicationStatus {
  const detail = DETAILS[event.type] as Handler<typeof event.type>
  return { ...detail(status, event as never), phase: PHASE_AFTER[event.type][status.phase] }
}
