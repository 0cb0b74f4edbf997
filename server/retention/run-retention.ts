import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RetentionKind } from '../../schemas/retention.ts'
import { sweepFiles } from '../files/commands/sweep-files.ts'
import type { Database } from '../plugins/database/database.ts'
import { DatabaseUnavailable } from '../plugins/database/unavailable.ts'
import type { Files } from '../ports/files/files.ts'
import { oldTries, PLATFORM_KINDS, SWEEPS, type Sweep } from './sweeps.ts'

export interface RetentionDeps {
  db: Database
  files: Files
}

export interface RetentionOptions {
  now?: Date
  /** Rows that one transaction removes at most: so its locks last some tens of milliseconds. */
  batch?: number
  /** Milliseconds between two batches, in which others use the database. */
  pauseMs?: number
}

/** Removed rows, by kind, over all companies. */
export type Removed = Partial<Record<RetentionKind, number>>

const PLATFORM = { platform: true } as const
/** Longer than one batch ever takes: the process that has the turn renews it before each. A process that died loses it after this. */
const TURN_MINUTES = 10
const DAY_MS = 86_400_000
/** Somewhat less than a day, so that the job's hour does not move later each day. */
const DUE_MS = DAY_MS - 30 * 60_000
/** More than clocks of machines differ. A run later than this from now was noted by a clock that was ahead. */
const AHEAD_MS = 60 * 60_000

/**
 * Removes everything past its period (schemas/retention.ts), in small transactions, one company after the other, one process of the database at a time. When
 * it is stopped anywhere, the next run continues: no run depends on an earlier one. What fails of one kind in one company keeps nothing else from its period,
 * and makes the run due again.
 * @returns null when another process is at it, or it was done within the last day (`force` runs it all the same)
 * @throws AggregateError once all was tried, with what failed
 */
export async function runRetention(
  deps: RetentionDeps,
  { now = new Date(), batch = 500, pauseMs = 20, force = false }: RetentionOptions & { force?: boolean } = {},
): Promise<Removed | null> {
  const holder = randomUUID()
  if (!(await takeTurn(deps.db, { holder, now, force }))) return null
  const removed: Removed = {}
  const failures: unknown[] = []
  const tried = async (companyId: string | null, kind: RetentionKind, fn: () => Promise<void>): Promise<void> => {
    try {
      await fn()
    } catch (cause) {
      if (await endsAll(deps.db, cause)) throw cause
      failures.push(new Error(`Retention of ${kind} in ${companyId ?? 'the platform'}`, { cause }))
    }
  }
  const run = async (companyId: string | null, kind: RetentionKind, sweep: Sweep): Promise<void> => {
    let count = 0
    for (;;) {
      if (!(await keepTurn(deps.db, holder))) throw new TurnLost()
      const scope = companyId === null ? PLATFORM : { companyId }
      const step = await deps.db.transaction(scope, (tx) => sweep(tx, { now, limit: batch }))
      count += step
      if (step < batch) break
      await wait(pauseMs)
    }
    await note(deps.db, { companyId, kind, count, now })
    removed[kind] = (removed[kind] ?? 0) + count
  }
  const companies = await deps.db.transaction(PLATFORM, (tx) =>
    tx.selectFrom('company').select('id').orderBy('id').execute(),
  )
  for (const { id } of companies) {
    for (const [name, sweep] of Object.entries(SWEEPS)) {
      const kind = name as RetentionKind
      await tried(id, kind, () => run(id, kind, sweep))
    }
    await tried(id, 'fichiers', async () => {
      const files = await sweepFiles(deps, id, now.getTime())
      await note(deps.db, { companyId: id, kind: 'fichiers', count: files, now })
      removed.fichiers = (removed.fichiers ?? 0) + files
    })
  }
  for (const kind of PLATFORM_KINDS)
    await tried(null, kind, () => run(null, kind, kind === 'essais' ? oldTries : (SWEEPS[kind] as Sweep)))
  await endTurn(deps.db, { holder, done: failures.length === 0 ? now : null })
  if (failures.length > 0) throw new AggregateError(failures, 'Retention that failed')
  return removed
}

class TurnLost extends Error {
  constructor() {
    super('The retention job took longer than its turn')
  }
}

/** A line that the database itself protects was to go: the clock of this process is years ahead. */
const PROTECTED = 'LO003'

/**
 * Whether nothing more may be tried after this error: another process has the turn, the database is away, or nobody can say what is old. A company whose rows
 * somebody else holds for too long is answered « unavailable » too, by a database that serves all others.
 */
async function endsAll(db: Database, error: unknown): Promise<boolean> {
  if (error instanceof TurnLost || (error as { code?: unknown } | null)?.code === PROTECTED) return true
  return (
    error instanceof DatabaseUnavailable &&
    !(await db.ping().then(
      () => true,
      () => false,
    ))
  )
}

interface Turn {
  holder: string
  now: Date
}

/** What a clock that was ahead left in the row, and that lies in the future now, counts for nothing: the job would wait until then. */
async function takeTurn(db: Database, { holder, now, force }: Turn & { force: boolean }): Promise<boolean> {
  const due = new Date(now.getTime() - DUE_MS).toISOString()
  const ahead = new Date(now.getTime() + AHEAD_MS).toISOString()
  const { numAffectedRows } = await db.transaction(PLATFORM, (tx) =>
    sql`update retention_turn set holder = ${holder}, held_until = now() + make_interval(mins => ${TURN_MINUTES}::integer)
      where id = 1 and (held_until is null or held_until < now()
          or held_until > now() + make_interval(mins => ${2 * TURN_MINUTES}::integer))
        and (${force} or done_at is null or done_at < ${due}::timestamptz or done_at > ${ahead}::timestamptz)`.execute(
      tx,
    ),
  )
  return numAffectedRows === 1n
}

async function keepTurn(db: Database, holder: string): Promise<boolean> {
  const { numAffectedRows } = await db.transaction(PLATFORM, (tx) =>
    sql`update retention_turn set held_until = now() + make_interval(mins => ${TURN_MINUTES}::integer)
      where id = 1 and holder = ${holder}`.execute(tx),
  )
  return numAffectedRows === 1n
}

/** @param done null: something failed, so the next look begins again */
const endTurn = (db: Database, { holder, done }: { holder: string; done: Date | null }) =>
  db.transaction(PLATFORM, (tx) =>
    sql`update retention_turn set holder = null, held_until = null,
        done_at = coalesce(${done?.toISOString() ?? null}::timestamptz, done_at)
      where id = 1 and holder = ${holder}`.execute(tx),
  )

interface Ran {
  companyId: string | null
  kind: RetentionKind
  count: number
  now: Date
}

const note = (db: Database, { companyId, kind, count, now }: Ran) =>
  db.transaction(companyId === null ? PLATFORM : { companyId }, (tx) =>
    sql`insert into retention_run as r (company_id, kind, ran_at, removed, total)
      values (${companyId}, ${kind}, ${now.toISOString()}, ${count}, ${count})
      on conflict (company_id, kind) do update set ran_at = excluded.ran_at, removed = excluded.removed,
        total = r.total + excluded.removed`.execute(tx),
  )

const HOUR_MS = 3_600_000
/** Milliseconds after the start, which has enough to do. */
const FIRST_MS = 5 * 60_000

/**
 * Once a day from now on. The database says whether the day is over: a server that is restarted each night runs it too, and of several processes one does.
 * `after` is called after each run.
 */
export function retentionDaily(
  deps: RetentionDeps,
  { after, onError }: { after: () => Promise<unknown>; onError: (error: unknown) => void },
): void {
  const look = async (): Promise<void> => {
    let ran: Removed | null = {}
    try {
      ran = await runRetention(deps)
    } catch (error) {
      // What follows waits for no kind that failed.
      onError(error)
    }
    if (ran === null) return
    await after()
    await deps.db.maintain()
  }
  const lookSafely = (): void => void look().catch(onError)
  setTimeout(lookSafely, FIRST_MS).unref()
  setInterval(lookSafely, HOUR_MS).unref()
}
