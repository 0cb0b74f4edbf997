import type { DeviceReport } from '../../schemas/device.ts'
import { sameJson } from '../../schemas/same-json.ts'
import type { Transport } from '../net/transport.ts'
import { savedDrafts } from '../outbox/draft-files.ts'
import { createBell, pause } from '../retry.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { openEntries } from '../store/read.ts'
import type { ReplicationEvent } from './status.ts'

/** The pending and refused work on this device. */
type Waiting = Omit<DeviceReport, 'complete' | 'version'>

/** Shortest time between two reports of an unchanged device. */
const EVERY_MS = 5 * 60_000
/** A change must last this long to be reported, so that entries are sent before a report names them. */
const QUIET_MS = 5000
const TIMEOUT_MS = 10_000

/** Counted as the pill counts (FILE-9), with files and mails as a number of their own. */
export async function readWaiting(db: LocalDatabase): Promise<Waiting> {
  const entries = await openEntries(db)
  const open = ['pending', 'refused']
  const files = [
    ...(await db.files.files.where('state').anyOf(open).toArray()),
    ...(await db.files.mails.where('state').anyOf(open).toArray()),
    ...(await savedDrafts(db)).map((draft) => ({ ...draft, state: 'pending' })),
  ]
  const isRefused = ({ state }: { state: string }): boolean => state === 'refused'
  const all = [...entries, ...files]
  return {
    pending: entries.filter((one) => !isRefused(one)).length,
    // Packs that the key does not open need a person as well (SEAL-4).
    refused: all.filter(isRefused).length + db.locked,
    files: files.filter((one) => !isRefused(one)).length,
    oldest: all.map(({ createdAt }) => createdAt).sort()[0] ?? null,
  }
}

/** The last report that the server received: when, after how many complete rounds, and its counts. */
interface Told {
  at: number
  rounds: number
  waiting: Waiting
}

interface Standing {
  told: Told | null
  /** Complete rounds so far; null while the last one failed, or before the first. */
  rounds: number | null
  waiting: Waiting
  /** Milliseconds, like `at`. */
  now: number
}

/**
 * Whether a report is due (WORK-7). Only while rounds succeed: otherwise the next round that succeeds reports. At once when the counts differ from the
 * last report, otherwise when a round has ended and the last report is old. Pure.
 */
export function isDue({ told, rounds, waiting, now }: Standing): boolean {
  if (rounds === null) return false
  if (told === null || !sameJson(told.waiting, waiting)) return true
  // `abs`: a clock that was set back must not stop the reports.
  return rounds > told.rounds && Math.abs(now - told.at) >= EVERY_MS
}

interface Report {
  transport: Transport
  signal: AbortSignal
  waiting: Waiting
  complete: boolean
  /** Date of the app's build; null when it is not known. */
  version: string | null
}

/** Sends a report to the server; answers whether our server received it. @throws on network failure, like any call */
export async function reportDevice({ transport, signal, waiting, complete, version }: Report): Promise<boolean> {
  const body: DeviceReport = { ...waiting, complete, version }
  const call = { method: 'PUT', path: '/sync/device', body, signal, timeout: TIMEOUT_MS } as const
  const { status, epoch } = await transport.call(call)
  // A captive portal's answer carries no epoch.
  return status === 204 && epoch !== null
}

export interface DeviceReports {
  /** Takes an event of the replication. */
  hear: (event: ReplicationEvent) => void
  /** The pending work has changed. */
  ring: () => void
  /** Reports until the signal is aborted; never rejects. */
  run: () => Promise<void>
}

export interface DeviceReportsInput {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
  version?: string | null
  /** Milliseconds that a change must last. */
  quiet?: number
}

/** The leader's reports to the server. A failure is ignored: the next round, or the next change, reports again. */
export function createDeviceReports(input: DeviceReportsInput): DeviceReports {
  const { db, transport, signal, version = null, quiet = QUIET_MS } = input
  const bell = createBell()
  let told: Told | null = null
  let rounds = 0
  let succeeding = false

  const tell = async (): Promise<void> => {
    const waiting = await readWaiting(db)
    const [at, ended] = [Date.now(), rounds]
    if (!isDue({ told, rounds: succeeding ? ended : null, waiting, now: at })) return
    const complete = ended > (told?.rounds ?? 0)
    if (await reportDevice({ transport, signal, waiting, complete, version })) told = { at, rounds: ended, waiting }
  }

  return {
    hear: ({ type }) => {
      if (type === 'started' || type === 'progress') return
      succeeding = type === 'succeeded'
      if (!succeeding) return
      rounds += 1
      bell.ring()
    },
    ring: () => bell.ring(),
    run: async () => {
      // The browser of an administrator who acts as this person is not one of the person's devices.
      if (db.identity.impersonator !== '') return
      while (!signal.aborted) {
        await bell.wait(EVERY_MS, signal)
        await pause(quiet, signal)
        if (!signal.aborted) await tell().catch(() => undefined)
      }
    },
  }
}
