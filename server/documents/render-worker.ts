import { parentPort } from 'node:worker_threads'
import { renderQuote } from '../../documents/devis.ts'
import { renderPv } from '../../documents/pv.ts'
import { documentFonts } from './fonts.ts'
import type { Order, Rendered } from './render.ts'

/** The thread that draws documents (render.ts): one answer for each order. */
const port = parentPort
if (!port) throw new Error('render-worker runs in a worker thread')

port.on('message', ({ order }: { order: Order }) => {
  const made = 'quote' in order ? renderQuote(order.quote, documentFonts()) : renderPv(order.pv, documentFonts())
  made.then(
    (bytes) => port.postMessage({ bytes } satisfies Rendered),
    (error: unknown) => port.postMessage({ error: String(error) } satisfies Rendered),
  )
})
