import { Worker } from 'node:worker_threads'
import type { QuoteDocument } from '../../documents/devis-words.ts'
import type { PvDocument } from '../../documents/pv.ts'
import { AppError } from '../../schemas/errors.ts'

/** A document to draw. */
export type Order = { quote: QuoteDocument } | { pv: PvDocument }
export type Rendered = { bytes: Uint8Array } | { error: string }

/** A document that could not be drawn: its pictures are broken, or take too much memory or time. */
export class NotRendered extends Error {}

const WORKER = import.meta.url.endsWith('.ts') ? './worker-entry.mjs' : './render-worker.js'
/** A whole document takes a fraction of a second on a plain machine; a drawing that takes this long would not end. */
const LONGEST_MS = 60_000
/** Documents that may wait for their turn: with more, the callers of the last ones would have given up already. */
const LONGEST_QUEUE = 50
const MEMORY_MB = 512

let worker: Worker | null = null
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * The PDF of a document, drawn in a separate thread, one after the other, so that a large picture does not delay other requests. A thread that dies or does
 * not end is replaced.
 * @throws NotRendered; AppError UNAVAILABLE when too many wait
 */
export async function render(order: Order): Promise<Uint8Array> {
  if (waiting >= LONGEST_QUEUE)
    throw new AppError('UNAVAILABLE', 'Trop de documents sont demandés en ce moment. Réessayez dans une minute.')
  waiting += 1
  const mine = last.then(() => draw(order))
  last = mine.catch(() => undefined)
  return mine.finally(() => {
    waiting -= 1
  })
}

function thread(): Worker {
  if (worker) return worker
  const started = new Worker(new URL(WORKER, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  started.once('exit', () => {
    if (worker === started) worker = null
  })
  worker = started
  return started
}

function draw(order: Order): Promise<Uint8Array> {
  const drawing = thread()
  // An idle thread does not keep the process alive, a working one does.
  drawing.ref()
  return new Promise<Uint8Array>((resolve, reject) => {
    const finish = (act: () => void): void => {
      clearTimeout(timer)
      drawing.removeAllListeners('message')
      drawing.removeAllListeners('error')
      drawing.off('exit', died)
      drawing.unref()
      act()
    }
    const died = (): void => finish(() => reject(new NotRendered('the thread ended')))
    const timer = setTimeout(() => {
      worker = null
      finish(() => reject(new NotRendered('too long')))
      void drawing.terminate()
    }, LONGEST_MS)
    drawing.on('message', (made: Rendered) =>
      finish(() => ('bytes' in made ? resolve(made.bytes) : reject(new NotRendered(made.error)))),
    )
    // Out of memory, or a module that does not load; « exit » follows.
    drawing.on('error', (error) => finish(() => reject(new NotRendered(String(error)))))
    drawing.once('exit', died)
    drawing.postMessage({ order })
  })
}
