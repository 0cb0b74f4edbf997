import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RetentionKind } from '../../schemas/retention.ts'
import { sweepFiles } from '../files/commands/sweep-files.ts'
import type { Database } from '../plugins/database/database.ts'
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

/**
 * Removes everything past its period (schemas/retention.ts), in small transactions, one company after the other, one process of the database at a time. When
 * it is stopped anywhere, the next run continues: no run depends on an earlier one.
 * @returns null when another process is at it, or it was done within the last day (`force` runs it all the same)
 */
export async function runRetention(
  deps: RetentionDeps,
  { now = new Date(), batch = 500, pauseMs = 20, force = false }: RetentionOptions & { force?: boolean } = {},
): Promise<Removed | null> {
  const holder = randomUUID()
  if (!(await takeTurn(deps.db, { holder, now, force }))) return null
  const removed: Removed = {}
  const run = async (companyId: string | null, kind: RetentionKind, sweep: Sweep): Promise<void> => {
    let count = 0
    for (;;) {
      if (!(await keepTurn(deps.db, holder))) throw new Error('The retention job took longer than its turn')
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
    for (const [kind, sweep] of Object.entries(SWEEPS)) await run(id, kind as RetentionKind, sweep)
    const files = await sweepFiles(deps, id, now.getTime())
    await note(deps.db, { companyId: id, kind: 'fichiers', count: files, now })
    removed.fichiers = (removed.fichiers ?? 0) + files
  }
  for (const kind of PLATFORM_KINDS) await run(null, kind, kind === 'essais' ? oldTries : (SWEEPS[kind] as Sweep))
  await endTurn(deps.db, { holder, now })
  return removed
}

interface Turn {
  holder: string
  now: Date
}

async function takeTurn(db: Database, { holder, now, force }: Turn & { force: boolean }): Promise<boolean> {
  const due = new Date(now.getTime() - DUE_MS).toISOString()
  const { numAffectedRows } = await db.transaction(PLATFORM, (tx) =>
    sql`update retention_turn set holder = ${holder}, held_until = now() + make_interval(mins => ${TURN_MINUTES}::integer)
      where id = 1 and (held_until is null or held_until < now())
        and (${force} or done_at is null or done_at < ${due}::timestamptz)`.execute(tx),
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

const endTurn = (db: Database, { holder, now }: Turn) =>
  db.transaction(PLATFORM, (tx) =>
    sql`update retention_turn set holder = null, held_until = null, done_at = ${now.toISOString()}
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
    if ((await runRetention(deps)) === null) return
    await after()
    await deps.db.maintain()
  }
  const lookSafely = (): void => void look().catch(onError)
  setTimeout(lookSafely, FIRST_MS).unref()
  setInterval(lookSafely, HOUR_MS).unref()
}
