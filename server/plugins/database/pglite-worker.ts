import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DURABLE_START_PARAMS, DurableNodeFS, proveDurable, syncPath, syncTree } from './durable-fs.ts'
import type { EngineResult } from './guarded-pool.ts'
import type { PgliteStorage, Reply, Request, WireError } from './pglite-protocol.ts'
import { PARSERS, type WireValue } from './value-types.ts'

const port = parentPort
if (!port) throw new Error('pglite-worker runs in a worker thread')
const answer = (reply: Reply): void => port.postMessage(reply)

/** A kill during initdb leaves a folder that never opens. So build it under another name, write it to disk, then rename it. */
async function createOnce(folder: string): Promise<void> {
  const parent = dirname(folder)
  const building = `${basename(folder)}.creation`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(building)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  if (existsSync(folder)) return
  const draft = join(parent, `${building}-${process.pid}`)
  // Without fsync while it is built: syncTree writes all of it to disk at the end.
  const db = await PGlite.create({ fs: new DurableNodeFS(draft) })
  await db.close()
  syncTree(draft)
  renameSync(draft, folder)
  syncPath(parent)
}

/** Ends this thread, and with it an engine in an unknown state: the next one recovers from the log. */
function end(error: unknown): never {
  answer({ kind: 'died', message: error instanceof Error ? error.message : String(error) })
  process.exit(70)
}

/** Status by which PostgreSQL's own error handling returns to PGlite, which then goes on. */
const ERROR_HANDLED = 100

/**
 * PGlite ignores all that PostgreSQL's loop throws, also what ended PostgreSQL: an abort (PANIC, as when the log finds no room on the disk) or an exit (FATAL).
 * Its later statements would run in an engine that has stopped half way, and hold locks for ever.
 */
function endWithEngine(db: PGlite): void {
  const engine = db.Module
  const loop = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      loop()
    } catch (error) {
      if ((error as { status?: unknown }).status !== ERROR_HANDLED) end(error)
      throw error
    }
  }
}

async function open(storage: PgliteStorage): Promise<{ db: PGlite; fs: DurableNodeFS }> {
  if ('scratch' in storage) {
    // As PGlite starts by default: nothing waits for the disk.
    const fs = new DurableNodeFS(storage.scratch)
    const db = await PGlite.create({ fs })
    endWithEngine(db)
    return { db, fs }
  }
  await createOnce(storage.folder)
  const fs = new DurableNodeFS(storage.folder, end)
  const db = await PGlite.create({ fs, startParams: DURABLE_START_PARAMS })
  endWithEngine(db)
  await proveDurable(db, fs)
  return { db, fs }
}

/** Values arrive in text form (value-types.ts): this turns off PGlite's own conversions, which are stricter than pg's. */
function plainValues(db: PGlite): void {
  for (const type of Object.keys(db.serializers)) db.serializers[type] = (value: unknown) => value as string
  Object.assign(db.parsers, PARSERS)
}

async function run(db: PGlite, sql: string, parameters: WireValue[]): Promise<EngineResult> {
  // Without parameters: the simple protocol, which takes the several statements of a migration.
  const results = parameters.length === 0 ? await db.exec(sql) : [await db.query(sql, parameters)]
  const last = results.at(-1)
  return { command: last?.command ?? '', rowCount: last?.rowCount ?? 0, rows: last?.rows ?? [] }
}

function wireError(error: unknown): WireError {
  const { message, code, detail, constraint, table, where } = error as WireError
  const known = Object.entries({ code, detail, constraint, table, where }).filter(
    ([, value]) => typeof value === 'string',
  )
  return { message: String(message), ...Object.fromEntries(known) }
}

async function handle(db: PGlite, request: Request): Promise<EngineResult | null> {
  switch (request.kind) {
    case 'query':
      return run(db, request.sql, request.parameters)
    case 'close':
      await db.close()
      return null
  }
}

try {
  const { db, fs } = await open((workerData as { storage: PgliteStorage }).storage)
  plainValues(db)
  port.on('message', (request: Request) => {
    handle(db, request).then(
      (result) => answer({ kind: 'done', id: request.id, result, fsyncs: fs.fsyncs }),
      (cause: unknown) => {
        const error = wireError(cause)
        answer({ kind: 'error', id: request.id, error })
        // No SQLSTATE: the engine itself failed (abort, out of memory). A new worker recovers from the log.
        if (error.code === undefined) process.exit(70)
      },
    )
  })
  answer({ kind: 'ready' })
} catch (error) {
  answer({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
  process.exitCode = 70
  port.close()
}
