import { INITIAL_STATUS, nextStatus, type ReplicationEvent, type ReplicationStatus } from './replicate/status.ts'
import type { LocalDatabase } from './store/local-database.ts'
import { BEAT, STATUS_DOC, type StatusMessage, statusChannel } from './worker-protocol.ts'

export interface Reporter {
  /** This realm leads from now on. Of an earlier session's status only the time of the last synchronisation is kept. */
  lead: (db: LocalDatabase) => Promise<void>
  hear: (event: ReplicationEvent) => void
  /** This realm no longer leads: the next leader reports. */
  rest: () => void
  close: () => void
}

/** Keeps the leader's status, sends it to every tab, with each beat too, and stores it for those that open later (WORK-6). */
export function createReporter(name: string, beat = BEAT): Reporter {
  const channel = new BroadcastChannel(statusChannel(name))
  let status: ReplicationStatus = INITIAL_STATUS
  let leading: LocalDatabase | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  const tell = (): void => channel.postMessage({ type: 'status', status } satisfies StatusMessage)
  const rest = (): void => {
    leading = undefined
    clearInterval(timer)
  }
  channel.onmessage = ({ data }: MessageEvent<StatusMessage>) => {
    if (data.type === 'ask' && leading) tell()
  }
  return {
    lead: async (db) => {
      const stored = await db.rx.getLocal<ReplicationStatus>(STATUS_DOC)
      const last = stored?.toJSON().data as ReplicationStatus | undefined
      status = { ...INITIAL_STATUS, lastSync: last?.lastSync ?? null }
      leading = db
      clearInterval(timer)
      timer = setInterval(tell, beat)
      tell()
    },
    hear: (event) => {
      const before = status
      status = nextStatus(status, event)
      tell()
      const isNews =
        before.phase !== status.phase || before.lastSync !== status.lastSync || before.paused !== status.paused
      if (leading && isNews) void leading.rx.upsertLocal(STATUS_DOC, status).catch(() => undefined)
    },
    rest,
    close: () => {
      rest()
      channel.close()
    },
  }
}
