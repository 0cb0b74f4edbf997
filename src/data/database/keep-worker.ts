import { backOff } from '../../../sync/back-off.ts'
import type { FromWorker, ToWorker } from '../../../sync/worker-protocol.ts'

/** The part of a `Worker` that is used here. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  onmessageerror: ((event: MessageEvent) => void) | null
}

export interface KeptWorker {
  tell: (message: ToWorker) => void
  /** Ends it for good. */
  end: () => void
}

export interface KeepWorkerInput {
  /** May throw, like `new Worker`. */
  make: () => WorkerLike
  /** Milliseconds without a sign of life after which a worker counts as dead. */
  silence?: number
  /** The same before its first message: its script may still be loading over a slow line. */
  patience?: number
  random?: () => number
}

const SILENCE = 30_000
const PATIENCE = 120_000
/** A worker that lived longer than this did not fail to start: the count of failures begins again. */
const LIVED = 60_000
/** Each new worker opens the local database again, which is costly: waits are up to 2 s, doubling to 32 s. */
const OPENING_COSTS = 4

/**
 * The tab's replication worker, which is always there (WORK-9): one that throws, whose script does not load, or that sends no more messages (the
 * browser ended it for its memory, it froze) is ended and replaced, after a wait, and gets the last start message again. It holds nothing that
 * could be lost, and its locks are free once it is ended.
 */
export function keepWorker(input: KeepWorkerInput): KeptWorker {
  const { make, silence = SILENCE, patience = PATIENCE, random } = input
  let worker: WorkerLike | undefined
  let started: ToWorker | undefined
  let replacing: ReturnType<typeof setTimeout> | undefined
  let [failures, born, heard, looked, spoke] = [0, 0, 0, 0, false]

  const discard = (): void => {
    if (!worker) return
    worker.onmessage = null
    worker.onerror = null
    worker.onmessageerror = null
    worker.terminate()
    worker = undefined
  }
  const begin = (): void => {
    clearTimeout(replacing)
    replacing = undefined
    born = heard = looked = Date.now()
    spoke = false
    try {
      worker = make()
    } catch {
      replace()
      return
    }
    worker.onmessage = () => {
      heard = Date.now()
      spoke = true
      if (heard - born > LIVED) failures = 0
    }
    worker.onerror = () => replace()
    worker.onmessageerror = () => replace()
    if (started) worker.postMessage(started)
  }
  const replace = (): void => {
    discard()
    clearTimeout(replacing)
    replacing = setTimeout(begin, OPENING_COSTS * backOff(failures++, random))
  }
  const look = (): void => {
    const now = Date.now()
    // While this tab itself was suspended, its worker could send nothing. A clock that was moved tells nothing about it either.
    if (now - looked > silence || now < looked) heard = now
    looked = now
    if (worker && now - heard > (spoke ? silence : patience)) replace()
  }
  const watch = setInterval(look, silence / 4)

  begin()
  return {
    tell: (message) => {
      if (message.type === 'start') started = message
      if (message.type === 'stop') started = undefined
      // A person asks for a synchronisation: the next worker is made now, and receives the start message.
      if (!worker && message.type === 'wake') begin()
      else worker?.postMessage(message)
    },
    end: () => {
      clearInterval(watch)
      clearTimeout(replacing)
      discard()
    },
  }
}
