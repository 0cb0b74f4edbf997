import { backOff } from '../../../sync/back-off.ts'
import { isStorageFull } from '../../../sync/store/quota.ts'
import { untilNextTry } from '../next-try.ts'

/** Why the local database is not open: full, not allowed here (private mode, settings), slow (another tab holds it), or broken. */
export type OpeningTrouble = 'full' | 'denied' | 'slow' | 'broken'

/** Turns the error of a failed opening into the reason that people are shown. Pure. */
export function troubleOf(error: unknown): OpeningTrouble {
  if (isStorageFull(error)) return 'full'
  const names = [error, (error as { inner?: unknown } | null)?.inner].map((one) => (one as Error | null)?.name)
  return names.some((name) => name === 'SecurityError' || name === 'MissingAPIError') ? 'denied' : 'broken'
}

export interface KeepOpeningInput<T> {
  open: () => Promise<T>
  signal: AbortSignal
  /** Its event « retry » ends the wait before the next try. */
  retries: EventTarget
  /** Null once it is open. */
  onTrouble: (trouble: OpeningTrouble | null) => void
  /** Milliseconds after which an opening that is not done yet is reported. */
  slow?: number
}

const SLOW = 10_000

/** The event of « Réessayer ». */
export const RETRY = 'retry'

/** Tries to open until it succeeds, with longer and longer waits (WORK-9). @returns null where the signal ended it first */
export async function keepOpening<T>({
  open,
  signal,
  retries,
  onTrouble,
  slow = SLOW,
}: KeepOpeningInput<T>): Promise<T | null> {
  // Also during a try that fails later.
  let isAsked = false
  const ask = (): void => {
    isAsked = true
  }
  retries.addEventListener(RETRY, ask, { signal })
  for (let attempt = 0; !signal.aborted; ) {
    const timer = setTimeout(() => !signal.aborted && onTrouble('slow'), slow)
    try {
      const opened = await open()
      if (signal.aborted) return null
      onTrouble(null)
      retries.removeEventListener(RETRY, ask)
      return opened
    } catch (error) {
      if (signal.aborted) return null
      onTrouble(troubleOf(error))
    } finally {
      clearTimeout(timer)
    }
    const wait = Math.max(250, 2 * backOff(attempt++))
    if (!isAsked) {
      await untilNextTry(wait, [
        [retries, RETRY],
        [signal, 'abort'],
      ])
    }
    if (isAsked) attempt = 0
    isAsked = false
  }
  return null
}
