import { useCallback, useEffect, useRef, useState } from 'react'
import { isOffline } from '../../data/api/api.ts'

export interface Reading<T> {
  /** The last answer; null before the first one. */
  known: T | null
  /** Why there is no newer one. */
  trouble: 'offline' | 'failed' | null
  /** False while nothing is asked: without a network, `again` does nothing. */
  asks: boolean
  again: () => void
}

/**
 * Data that only the server holds: read when the page opens, when the network is back, and on `again`. The last answer stays until there is a newer one.
 * @param read may be a new function at each render: that alone does not read again
 * @param everyMs how long after an answer it is read again; null: not by itself. An answer that takes longer than that is waited for
 */
export function useReading<T>(
  online: boolean,
  read: (signal: AbortSignal) => Promise<T>,
  everyMs: (known: T) => number | null = () => null,
): Reading<T> {
  const [known, setKnown] = useState<T | null>(null)
  const [trouble, setTrouble] = useState<Reading<T>['trouble']>(null)
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((before) => before + 1), [])
  const latest = useRef(read)
  latest.current = read
  const every = useRef(everyMs)
  every.current = everyMs
  const last = useRef<T | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the turn asks again
  useEffect(() => {
    if (!online) {
      setTrouble('offline')
      return
    }
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      try {
        const answer = await latest.current(stop.signal)
        if (stop.signal.aborted) return
        last.current = answer
        setKnown(answer)
        setTrouble(null)
      } catch (error) {
        if (stop.signal.aborted) return
        setTrouble(isOffline(error) ? 'offline' : 'failed')
      }
      const pause = last.current === null ? null : every.current(last.current)
      if (pause !== null) timer = setTimeout(() => void ask(), pause)
    }
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [online, turn])

  return { known, trouble, asks: online, again }
}
