import type { PdfAnswer, PdfMessage, PdfOrder } from './pdf-messages.ts'

interface Waiting {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let last = 0

function openWorker(): Worker {
  const made = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module', name: 'lolapp-pdf' })
  made.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asked?.reject(new Error(data.error))
    else asked?.resolve(data.bytes)
  }
  // The worker could not start, or failed: all waiting orders are rejected, and the next document gets another worker.
  made.onerror = () => {
    made.terminate()
    worker = undefined
    const left = [...waiting.values()]
    waiting.clear()
    for (const { reject } of left) reject(new Error('The PDF worker failed'))
  }
  return made
}

/**
 * A document as PDF, made on this device with no network, outside the main thread: a page takes longer than a frame. One worker for the
 * tab, kept: it reads the fonts once. Rejects when the document cannot be made.
 */
export function renderPdf(order: PdfOrder): Promise<Uint8Array> {
  worker ??= openWorker()
  const ready = worker
  last += 1
  const id = last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    ready.postMessage({ id, order } satisfies PdfMessage)
  })
}
