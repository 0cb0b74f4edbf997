import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from './limits.ts'
import { type Contents, readFile } from './read-file.ts'
import type { Told } from './read-in-thread.ts'

/** The thread that reads one file (read-in-thread.ts): what it is, then its lines, a page each time that it is asked for one. */
const port = parentPort
if (!port) throw new Error('read-worker runs in a worker thread')

/** Lines of one page: some hundred kilobytes of JSON, made here and not on the main thread. */
const PAGE = 500
const tell = (told: Told): void => port.postMessage(told)

const { bytes, sheet, contents } = workerData as { bytes: Uint8Array; sheet: string | null; contents: Contents }
try {
  const { lines, ...about } = readFile(bytes, sheet, contents)
  tell({ kind: 'about', about: { ...about, lignes: lines.length } })
  let from = 0
  port.on('message', () => {
    const page = lines.slice(from, from + PAGE).map(({ number, cells }, i) => ({ place: from + i, number, cells }))
    from += PAGE
    tell({ kind: 'page', json: page.length === 0 ? null : JSON.stringify(page) })
  })
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  tell({ kind: 'refused', message: error.message })
}
