import { type Bell, backOff } from '../../../sync/retry.ts'
import { isStorageFull } from '../../../sync/store/quota.ts'

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
  /** Ends the wait before the next try. */
  bell: Bell
  /** Null once it is open. */
  onTrouble: (trouble: OpeningTrouble | null) => void
  /** Milliseconds after which an opening that is not done yet is reported. */
  slow?: number
}

const SLOW = 10_000

/** Tries to open until it succeeds, with longer and longer waits (WORK-9). @returns null where the signal ended it first */
export async function keepOpening<T>({
  open,
  signal,
  bell,
  onTrouble,
  slow = SLOW,
}: KeepOpeningInput<T>): Promise<T | null> {
  for (let attempt = 0; !signal.aborted; ) {
    const timer = setTimeout(() => !signal.aborted && onTrouble('slow'), slow)
    try {
      const opened = await open()
      if (signal.aborted) return null
      onTrouble(null)
      return opened
    } catch (error) {
      if (signal.aborted) return null
      onTrouble(troubleOf(error))
    } finally {
      clearTimeout(timer)
    }
    if ((await bell.wait(Math.max(250, 2 * backOff(attempt++)), signal)) === 'healed') attempt = 0
  }
  return null
}
