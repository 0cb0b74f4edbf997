let count = 0
const listeners = new Set<() => void>()
const change = (by: number): void => {
  count += by
  for (const listener of listeners) listener()
}

/** How many foreground requests run; the loading bar at the top shows while it is above zero. */
export const pendingRequests = {
  get: (): number => count,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Counts `work` while it runs; the count goes down however it ends (ERR-03). */
  async track<T>(work: () => Promise<T>): Promise<T> {
    change(1)
    try {
      return await work()
    } finally {
      change(-1)
    }
  },
}
