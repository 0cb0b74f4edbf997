/// <reference lib="webworker" />
import { type FromPackWorker, type PackProblem, startOf, type ToPackWorker } from './pack-download.ts'
import { fileNameOf, HEADER_BYTES, isReadableArchive, type Pack, packFolder } from './pack-files.ts'

/**
 * Downloads one detailed map into its file. A worker, because only there do files of the private file system grow in place: received bytes
 * stay when the connection breaks or the phone is locked, and a hundred megabytes never pass through the screen's memory.
 */

type Order = Extract<ToPackWorker, { type: 'download' }>
type Result = Extract<FromPackWorker, { type: 'ended' }>['result']

const tell = (message: FromPackWorker): void => postMessage(message)
const stop = new AbortController()
const TELL_MS = 200

const isNamed = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name

/** Downloads the missing bytes. @throws the errors of the network or of the disk */
async function fill(file: FileSystemSyncAccessHandle, { pack, url, headers }: Order): Promise<PackProblem | null> {
  let kept = file.getSize()
  if (kept === pack.size) return null
  const response = await fetch(url, {
    headers: { ...headers, Range: `bytes=${kept}-`, 'If-Range': `"${pack.version}"` },
    signal: stop.signal,
  })
  const start = startOf(
    { status: response.status, etag: response.headers.get('etag') },
    { kept, version: pack.version },
  )
  if (typeof start !== 'number') return start
  file.truncate(start)
  kept = start
  const reader = response.body?.getReader()
  let told = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    kept += file.write(read.value, { at: kept })
    if (kept > pack.size) return 'changed'
    if (Date.now() - told < TELL_MS) continue
    told = Date.now()
    tell({ type: 'progress', kept })
  }
  file.flush()
  return kept === pack.size ? null : 'offline'
}

function isReadable(file: FileSystemSyncAccessHandle): boolean {
  const header = new Uint8Array(HEADER_BYTES)
  file.read(header, { at: 0 })
  return isReadableArchive(header)
}

async function resultOf(file: FileSystemSyncAccessHandle, order: Order): Promise<Result> {
  try {
    return (await fill(file, order)) ?? (isReadable(file) ? 'done' : 'unreadable')
  } catch (error) {
    if (stop.signal.aborted) return 'cancelled'
    return isNamed(error, 'QuotaExceededError') ? 'full' : 'offline'
  } finally {
    file.close()
  }
}

/** After these results the received bytes are of no use. */
const WORTHLESS: readonly Result[] = ['cancelled', 'changed', 'full', 'unreadable']

async function open(folder: FileSystemDirectoryHandle, pack: Pack): Promise<FileSystemSyncAccessHandle | null> {
  const handle = await folder.getFileHandle(fileNameOf(pack), { create: true })
  try {
    return await handle.createSyncAccessHandle()
  } catch (error) {
    if (isNamed(error, 'NoModificationAllowedError')) return null
    throw error
  }
}

async function download(order: Order): Promise<Result> {
  const folder = await packFolder()
  const file = await open(folder, order.pack)
  if (!file) return 'busy'
  const result = await resultOf(file, order)
  if (WORTHLESS.includes(result)) await folder.removeEntry(fileNameOf(order.pack))
  return result
}

addEventListener('message', ({ data }: MessageEvent<ToPackWorker>) => {
  if (data.type === 'cancel') return stop.abort()
  download(data).then(
    (result) => tell({ type: 'ended', result }),
    (error: unknown) => {
      console.error(error)
      tell({ type: 'ended', result: isNamed(error, 'QuotaExceededError') ? 'full' : 'unreadable' })
    },
  )
})
