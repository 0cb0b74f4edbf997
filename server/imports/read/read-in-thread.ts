import { Worker } from 'node:worker_threads'
import { AppError } from '../../../schemas/errors.ts'
import type { Contents, ReadFile } from './read-file.ts'

/** What a file is, without its lines. */
export type About = Omit<ReadFile, 'lines'> & { lignes: number }

export type Told =
  | { kind: 'about'; about: About }
  /** Lines as a JSON list of `{ place, number, cells }`; null after the last one. */
  | { kind: 'page'; json: string | null }
  | { kind: 'refused'; message: string }

const WORKER = import.meta.url.endsWith('.ts') ? './worker-entry.mjs' : './read-worker.js'
/** The largest file takes some seconds on a plain machine. */
const LONGEST_MS = 120_000
const MEMORY_MB = 1024
/** Files that are read at the same time in one process: each may take the memory of a thread. */
const AT_ONCE = 2
let reading = 0

/** The file is to blame, and its owner can do something about it. */
const refused = (message: string): AppError => new AppError('VALIDATION_ERROR', message, { errors: { _: [message] } })

/**
 * Reads a file in a thread of its own, which ends with it: a hostile file stalls nobody, and its memory is bounded. `onAbout` gets what the file is, then
 * `onPage` its lines, page after page.
 * @throws AppError VALIDATION_ERROR for a file that cannot be read, UNAVAILABLE when too many are read already; any other error is a bug of ours
 */
export async function readInThread(
  bytes: Uint8Array,
  sheet: string | null,
  on: { onAbout: (about: About) => Promise<void>; onPage: (json: string) => Promise<void> },
  contents: Contents = 'clients',
): Promise<void> {
  if (reading >= AT_ONCE)
    throw new AppError('UNAVAILABLE', 'Trop de fichiers sont lus en ce moment. Réessayez dans une minute.')
  reading += 1
  const thread = new Worker(new URL(WORKER, import.meta.url), {
    execArgv: [],
    workerData: { bytes, sheet, contents },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const timer = setTimeout(() => void thread.terminate(), LONGEST_MS)
  try {
    await new Promise<void>((resolve, reject) => {
      const next = async (told: Told): Promise<void> => {
        if (told.kind === 'refused') throw refused(told.message)
        if (told.kind === 'about') await on.onAbout(told.about)
        else if (told.json === null) return resolve()
        else await on.onPage(told.json)
        thread.postMessage('next')
      }
      thread.on('message', (told: Told) => void next(told).catch(reject))
      thread.once('error', (error: NodeJS.ErrnoException) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(isFull ? refused('Ce fichier est trop lourd pour être lu. Partagez-le en plusieurs fichiers.') : error)
      })
      // The time is up.
      thread.once('exit', () => reject(refused('Ce fichier est trop long à lire. Partagez-le en plusieurs fichiers.')))
    })
  } finally {
    clearTimeout(timer)
    reading -= 1
    await thread.terminate()
  }
}
