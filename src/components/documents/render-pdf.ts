import type { QuoteDocument } from '../../../documents/quote.ts'

export interface PdfOrder {
  quote: QuoteDocument
}
export type PdfAnswer = { bytes: Uint8Array } | { error: string }

/** The quote as a PDF, made on this device with no network, in a worker of its own. Rejects when it cannot be made. */
export function renderQuotePdf(quote: QuoteDocument): Promise<Blob> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module', name: 'lolapp-pdf' })
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
      if ('error' in data) reject(new Error(data.error))
      else resolve(new Blob([data.bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }))
    }
    worker.onerror = () => reject(new Error('The PDF worker could not start'))
    worker.postMessage({ quote } satisfies PdfOrder)
  }).finally(() => worker.terminate())
}
