import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, setScope } from '../plugins/database/database.ts'

/** Figures of the whole installation from the database: the same from every process. */
export interface InstallationFigures {
  outbox: { channel: string; status: string; count: number; age: number }[]
  /** Seconds by which the next message is late; 0: none is. */
  channels: { channel: string; dead: number; overdue: number }[]
  conflicts: number
  devices: number
  behind: number
  refused: number
  companies: number
  /** Unix seconds; 0: never, or by a clock that was ahead, which says nothing of its age. */
  lastBackup: number
  /** The last retention run without an error; as above. */
  lastRetention: number
  readAt: number
}

/** Figures are read at most this often, however many ask. */
const FRESH_MS = 10_000
/** Older ones are not answered: they would be taken for present ones. */
const STALE_MS = 60_000
/** A scrape waits no longer, and PostgreSQL ends the statement by itself. */
const DEADLINE_MS = 2000
const CALM_LOOKS = 10
const CALM_PAUSE_MS = 50

/**
 * The figures as of some seconds ago, null when they are not known. One reading at a time, and none while requests wait for a connection: monitoring takes at
 * most one connection, and never the last one.
 */
export function createInstallationFigures(
  db: Database,
  onError: (error: unknown) => void,
): () => Promise<InstallationFigures | null> {
  let known: InstallationFigures | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  /** Whether no request waits for a connection, now or in a moment. */
  const isCalm = async (): Promise<boolean> => {
    for (let looks = 0; looks < CALM_LOOKS; looks += 1) {
      if (db.figures().pool.waiting === 0) return true
      await wait(CALM_PAUSE_MS)
    }
    return false
  }

  const start = async (): Promise<void> => {
    try {
      if (!(await isCalm())) return
      triedAt = performance.now()
      known = await read(db)
    } catch (error) {
      onError(error)
    } finally {
      reading = null
    }
  }

  return async () => {
    if (!reading && performance.now() - triedAt >= FRESH_MS) reading = start()
    if (reading) await within(DEADLINE_MS, reading)
    return known && Date.now() - known.readAt * 1000 < STALE_MS ? known : null
  }
}

/** Resolves when the promise does, or when its time is over. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, late])
  clearTimeout(timer)
}

const CHANNELS = ['mail', 'sms', 'push'] as const
const STATUSES = ['queued', 'sending', 'failed', 'unknown'] as const

async function read(db: Database): Promise<InstallationFigures> {
  const { messages, counts } = await db.transaction({ figures: true }, async (trx) => {
    await sql`select set_config('statement_timeout', ${String(DEADLINE_MS)}, true)`.execute(trx)
    // Messages that have not arrived, and the list of companies.
    await setScope(trx, { delivery: true })
    await setScope(trx, { platform: true })
    const { rows } = await sql<{ channel: string; status: string; count: number; age: number; overdue: number }>`
      select channel, status, count(*)::integer as count, extract(epoch from now() - min(created_at))::float8 as age,
        coalesce(extract(epoch from now() - min(due_at) filter (where status = 'queued')), 0)::float8 as overdue
      from message where status in ('queued', 'sending', 'failed', 'unknown') group by channel, status`.execute(trx)
    const { rows: counted } = await sql<Omit<InstallationFigures, 'outbox' | 'channels' | 'readAt'>>`select
      (select count(*)::integer from conflit where "RESOLU" = 0 and not deleted) as conflicts,
      (select count(*)::integer from company where not disabled) as companies,
      coalesce((select extract(epoch from max(at)) from backup_made where at <= now() + interval '1 hour'), 0)::float8 as "lastBackup",
      coalesce((select extract(epoch from max(done_at)) from retention_turn where done_at <= now() + interval '1 hour'), 0)::float8
        as "lastRetention",
      d.devices, d.behind, d.refused
      from (select count(*)::integer as devices,
        (count(*) filter (where pending + refused + files > 0 and oldest < now() - interval '1 day'))::integer as behind,
        (count(*) filter (where refused > 0))::integer as refused
        from device where reported_at > now() - interval '90 days') d`.execute(trx)
    return { messages: rows, counts: counted[0] }
  })
  if (!counts) throw new Error('The figures have no row')
  const of = (channel: string, status: string) =>
    messages.find((one) => one.channel === channel && one.status === status)
  return {
    outbox: CHANNELS.flatMap((channel) =>
      STATUSES.map((status) => {
        const found = of(channel, status)
        return { channel, status, count: found?.count ?? 0, age: Math.max(0, found?.age ?? 0) }
      }),
    ),
    channels: CHANNELS.map((channel) => ({
      channel,
      dead: (of(channel, 'failed')?.count ?? 0) + (of(channel, 'unknown')?.count ?? 0),
      overdue: Math.max(0, of(channel, 'queued')?.overdue ?? 0),
    })),
    ...counts,
    readAt: Date.now() / 1000,
  }
}
