import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ImportState, isWorking } from '../../schemas/imports.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { auditWrite } from '../audit/audit.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { isFree, moveImport, readImport, releaseImport, type StoredImport, takeImport } from './import-store.ts'
import { createMarks, type Marks } from './marks.ts'
import { dryRunStep, type Step } from './steps.ts'
import { undoStep } from './undo-step.ts'
import { writeStep } from './write-step.ts'

/**
 * What works on imports, one step after the other, each in a transaction that also says how far it has come: a process that dies leaves nothing half done, and
 * the next one goes on from there. Only whoever holds an import steps it; who dies loses it after a minute.
 */
export interface Imports {
  /** Call it after the commit that gave an import something to do. */
  wake(companyId: string, id: string): void
  /** Looks for work of all companies that nobody does, now and every minute. */
  start(): void
  /** Begins no step from now on: another process goes on. */
  rest(): void
  /** Rests, and waits for the step under way. */
  close(): Promise<void>
}

export interface ImportsOptions {
  db: Database
  publish: (companyId: string, hints: Hint[]) => void
  onError: (error: unknown) => void
}

const ROUND_MS = 60_000
/** A step that fails this many times in a row is left to people. */
const MOST_FAILURES = 5

export function createImports({ db, publish, onError }: ImportsOptions): Imports {
  const running = new Map<string, Promise<void>>()
  let closing = false
  let round: NodeJS.Timeout | undefined

  const wake = (companyId: string, id: string): void => {
    const name = JSON.stringify([companyId, id])
    if (closing || running.has(name)) return
    const run = work(companyId, id)
      .catch(onError)
      .finally(() => running.delete(name))
    running.set(name, run)
  }

  const work = async (companyId: string, id: string): Promise<void> => {
    for (let tries = 0; !closing; tries += 1) {
      const holder = randomUUID()
      const taken = await db.inTenant(companyId, (tx) => takeImport(tx, id, holder))
      if (!taken) return
      try {
        await runAll(companyId, { id, holder })
        if (closing) await db.inTenant(companyId, (tx) => releaseImport(tx, id, { holder, failed: false }))
      } catch (error) {
        onError(error)
        await db.inTenant(companyId, (tx) => giveUp(tx, taken, holder))
        await wait(200 * 2 ** Math.min(tries, 5), undefined, { ref: false })
      }
    }
  }

  const runAll = async (companyId: string, mine: { id: string; holder: string }): Promise<void> => {
    let earlier = createMarks()
    while (!closing) {
      let fresh: Marks | undefined
      const step = await db.inTenant(companyId, async (tx) => {
        const task = await readImport(tx, mine.id, true)
        if (!task || task.holder !== mine.holder || !isWorking(task.state)) return null
        if (task.done === 0) earlier = createMarks()
        // The transaction may run again: only what it commits counts for later lines.
        fresh = createMarks(earlier)
        return stepOf(tx, task, fresh)
      })
      if (step === null) return
      fresh?.complete()
      if (step.hints.length > 0) publish(companyId, step.hints)
      if (step.ended) return
    }
  }

  const look = async (): Promise<void> => {
    const { rows } = await db.transaction({ delivery: true }, (tx) =>
      sql<{ companyId: string; id: string }>`select company_id as "companyId", id from data_import
        where state in ('essai', 'import', 'retrait') and ${isFree}`.execute(tx),
    )
    for (const { companyId, id } of rows) wake(companyId, id)
  }

  const rest = (): void => {
    closing = true
    clearInterval(round)
  }

  return {
    wake,
    start: () => {
      void look().catch(onError)
      round = setInterval(() => void look().catch(onError), ROUND_MS).unref()
    },
    rest,
    close: async () => {
      rest()
      await Promise.all(running.values())
    },
  }
}

function stepOf(tx: Tx, task: StoredImport, earlier: Marks): Promise<Step> {
  if (task.state === 'essai') return dryRunStep(tx, task, earlier)
  return noted(tx, task, task.state === 'import' ? writeStep : undoStep)
}

/** The trail tells when an import, or its undo, was whole, and how many lines had which fate. */
async function noted(tx: Tx, task: StoredImport, step: (tx: Tx, task: StoredImport) => Promise<Step>): Promise<Step> {
  const done = await step(tx, task)
  if (!done.ended) return done
  const { counts } = (await readImport(tx, task.id)) ?? task
  const action = task.state === 'import' ? 'import.done' : 'import.undone'
  await auditWrite(tx, task.by_account, { action, target: `import:${task.id}`, details: { ...counts } })
  return done
}

/** Where a step stops that fails again and again; people may begin it again. */
const STOPPED: Partial<Record<ImportState, ImportState>> = { essai: 'lu', import: 'interrompu', retrait: 'fini' }

async function giveUp(tx: Tx, { id, state }: StoredImport, holder: string): Promise<void> {
  const failures = await releaseImport(tx, id, { holder, failed: true })
  if (failures < MOST_FAILURES) return
  await moveImport(tx, id, { from: [state], to: STOPPED[state] ?? state })
}
