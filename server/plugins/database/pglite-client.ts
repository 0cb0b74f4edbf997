import { Worker } from 'node:worker_threads'
import type { EngineResult } from './guarded-pool.ts'
import type { PgliteStorage, Reply, Request, WireError } from './pglite-protocol.ts'
import { unavailable } from './unavailable.ts'
import { toWire } from './value-types.ts'

interface Waiting {
  resolve: (result: EngineResult | null) => void
  reject: (error: Error) => void
}

type Order = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** Receives errors of work that nobody awaits. */
export type OnError = (error: unknown, what: string) => void

/** The default for commands; the server passes its own log. */
export const tell: OnError = (error, what) => console.error(what, error)

const RESTART_DELAYS = [0, 200, 1000, 5000]

/** The compiled worker starts by itself; from TypeScript it needs a loader first. */
const WORKER = import.meta.url.endsWith('.ts') ? './worker-entry.mjs' : './pglite-worker.js'

/**
 * PGlite in its worker thread. A worker that dies is replaced; each one is a *generation*. A statement names the generation its
 * transaction began in, and is refused by another one: it would run alone, in autocommit, without its company.
 *
 *   starting ──ready──▶ serving ──exit──▶ starting (next generation; in-flight statements get 503)
 *       └──refused──▶ failed (first start only: open() rejects)      close() ──▶ closed
 */
export class PgliteClient {
  generation = 0
  /** Of the present worker, as of its last answer: a test compares them with the commits. */
  fsyncs = 0
  readonly #storage: PgliteStorage
  readonly #onError: OnError
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #serving: Promise<void> = Promise.resolve()
  #lastId = 0
  #closed = false

  private constructor(storage: PgliteStorage, onError: OnError) {
    this.#storage = storage
    this.#onError = onError
  }

  /** Rejects with a French message when the folder cannot be served durably. */
  static async open(storage: PgliteStorage, onError: OnError = tell): Promise<PgliteClient> {
    const client = new PgliteClient(storage, onError)
    client.#serving = client.#spawn()
    await client.#serving
    return client
  }

  /** Resolves once a worker serves; waits through a restart. */
  ready(): Promise<void> {
    return this.#serving
  }

  query(generation: number, sql: string, parameters: readonly unknown[]): Promise<EngineResult> {
    if (generation !== this.generation) return Promise.reject(unavailable())
    return this.#send({ kind: 'query', sql, parameters: parameters.map(toWire) }) as Promise<EngineResult>
  }

  async close(): Promise<void> {
    if (this.#closed) return
    await this.#serving.catch(() => undefined)
    this.#closed = true
    if (this.#worker) await this.#send({ kind: 'close' }).catch(() => undefined)
    await this.#worker?.terminate()
  }

  /** Ends the worker as a crash would: for a statement that does not end, and for tests of the recovery. */
  async crash(): Promise<void> {
    await this.#worker?.terminate()
  }

  #send(order: Order): Promise<EngineResult | null> {
    const worker = this.#worker
    if (!worker) return Promise.reject(unavailable())
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ ...order, id } satisfies Request)
    })
  }

  #spawn(): Promise<void> {
    this.generation += 1
    const worker = new Worker(new URL(WORKER, import.meta.url), {
      execArgv: [],
      workerData: { storage: this.#storage },
    })
    return new Promise<void>((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if (reply.kind === 'ready') {
          this.#worker = worker
          resolve()
        } else if (reply.kind === 'refused') reject(new Error(reply.message))
        else if (reply.kind === 'died') {
          const error = new Error(reply.message)
          if (this.#worker === worker) this.#onError(error, 'Base embarquée : le moteur s’est arrêté, redémarrage.')
          else reject(error)
        } else this.#finish(reply)
      })
      worker.on('error', (error) => reject(error))
      worker.on('exit', () => {
        reject(unavailable())
        if (this.#worker === worker) this.#lost()
      })
    })
  }

  #finish(reply: Extract<Reply, { id: number }>): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.kind === 'done') {
      this.fsyncs = reply.fsyncs
      waiting?.resolve(reply.result)
    } else waiting?.reject(toError(reply.error))
  }

  #lost(): void {
    this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(unavailable())
    this.#waiting.clear()
    if (this.#closed) return
    this.#serving = this.#restart()
    this.#serving.catch(() => undefined)
  }

  async #restart(): Promise<void> {
    for (let attempt = 0; !this.#closed; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_DELAYS[attempt] ?? 5000))
      try {
        return await this.#spawn()
      } catch (error) {
        this.#onError(error, 'Base embarquée : redémarrage impossible, nouvel essai.')
      }
    }
    throw unavailable()
  }
}

/** An error without SQLSTATE means that the engine itself failed: the worker is about to exit. */
function toError(error: WireError): Error {
  return error.code === undefined ? unavailable(error.message) : Object.assign(new Error(error.message), error)
}
