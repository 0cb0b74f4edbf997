/**
 * Whether a worker's opening of its local database goes on (WORK-9). One that makes no step for a minute hangs: IndexedDB answers no more, or another realm holds
 * a lock and hangs. No step takes that long: it is a store, a page of a migration, a file. A migration of minutes makes one every few seconds.
 */
export interface Openings {
  /** Runs an opening, which calls `onProgress` after each of its steps. */
  during: <T>(open: (onProgress: () => void) => Promise<T>) => Promise<T>
  /** True while the latest opening hangs: the worker gives no sign of life then, to other realms as their leader and to its tab. */
  isStuck: () => boolean
}

const PATIENCE = 60_000

export function watchOpenings(patience = PATIENCE): Openings {
  let latest: { at: number } | undefined
  // A clock that nobody sets.
  const now = (): number => performance.now()
  return {
    during: async (open) => {
      const mine = { at: now() }
      latest = mine
      try {
        return await open(() => {
          mine.at = now()
        })
      } finally {
        if (latest === mine) latest = undefined
      }
    },
    isStuck: () => latest !== undefined && now() - latest.at > patience,
  }
}
