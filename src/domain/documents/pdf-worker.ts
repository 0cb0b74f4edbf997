/// <reference lib="webworker" />

import { renderQuote } from '../../../documents/devis.ts'
import { renderPv } from '../../../documents/pv.ts'
import { renderReceipt } from '../../../documents/recu.ts'
import type { Fonts } from '../../../documents/sheet.ts'
import type { PdfAnswer, PdfMessage, PdfOrder } from './pdf-messages.ts'

/** Makes a tab's documents, by the same code as the server. */
const read = async (address: URL): Promise<Uint8Array> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`no font (status ${response.status})`)
  return new Uint8Array(await response.arrayBuffer())
}

let fonts: Promise<Fonts> | undefined

/** The fonts that documents embed, read once: they are files of the build, installed on the device with it. */
function documentFonts(): Promise<Fonts> {
  fonts ??= Promise.all([
    read(new URL('../../../documents/fonts/dejavu-sans-regular.ttf', import.meta.url)),
    read(new URL('../../../documents/fonts/dejavu-sans-bold.ttf', import.meta.url)),
  ])
    .then(([regular, bold]) => ({ regular, bold }))
    .catch((error: unknown) => {
      // A later document tries again.
      fonts = undefined
      throw error
    })
  return fonts
}

async function make(order: PdfOrder): Promise<Uint8Array> {
  const fonts = await documentFonts()
  if ('quote' in order) return renderQuote(order.quote, fonts)
  return 'pv' in order ? renderPv(order.pv, fonts) : renderReceipt(order.receipt, fonts)
}

self.addEventListener('message', ({ data: { id, order } }: MessageEvent<PdfMessage>) => {
  make(order).then(
    (bytes) => self.postMessage({ id, bytes } satisfies PdfAnswer),
    (error: unknown) => self.postMessage({ id, error: String(error) } satisfies PdfAnswer),
  )
})
