/// <reference lib="webworker" />
import { renderQuote } from '../../../documents/quote.ts'
import type { PdfAnswer, PdfOrder } from './render-pdf.ts'

/** Makes one document outside the main thread: a page takes longer than a frame. The fonts are files of the build, on the device with it. */
const font = async (url: URL): Promise<Uint8Array> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`No font: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

async function make({ quote }: PdfOrder): Promise<PdfAnswer> {
  const [regular, bold] = await Promise.all([
    font(new URL('../../../documents/fonts/dejavu-sans-regular.ttf', import.meta.url)),
    font(new URL('../../../documents/fonts/dejavu-sans-bold.ttf', import.meta.url)),
  ])
  return { bytes: await renderQuote(quote, { regular, bold }) }
}

self.addEventListener('message', (event: MessageEvent<PdfOrder>) => {
  void make(event.data)
    .catch((error: unknown): PdfAnswer => ({ error: String(error) }))
    .then((answer) => self.postMessage(answer))
})
