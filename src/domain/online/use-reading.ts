import { useCallback, useEffect, useRef, useState } from 'react'
import { isOffline } from '../../data/api/api.ts'

export interface Reading<T> {
  /** The last answer; null before the first one. */
  known: T | null
  /** Why there is no newer one. */
  trouble: 'offline' | 'failed' | null
  again: () => void
}

/**
 * Data that only the server holds: read when the page opens, when the network is back, and on `again`. The last answer stays until there is a newer one.
 * @param read may be a new function at each render: that alone does not read again
 */
export function useReading<T>(online: boolean, read: (signal: AbortSignal) => Promise<T>): Reading<T> {
  const [known, setKnown] = useState<T | null>(null)
  const [trouble, setTrouble] = useState<Reading<T>['trouble']>(null)
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((before) => before + 1), [])
  const latest = useRef(read)
  latest.current = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the turn asks again
  useEffect(() => {
    if (!online) {
      setTrouble('offline')
      return
    }
    const stop = new AbortController()
    latest.current(stop.signal).then(
      (answer) => {
        if (stop.signal.aborted) return
        setKnown(answer)
        setTrouble(null)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setTrouble(isOffline(error) ? 'offline' : 'failed')
      },
    )
    return () => stop.abort()
  }, [online, turn])

  return { known, trouble, again }
}
