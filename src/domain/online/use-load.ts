import { useCallback, useEffect, useRef, useState } from 'react'
import { isAborted } from '../../data/api/api.ts'

export type Load<T> =
  | { state: 'loading'; data?: undefined; error?: undefined }
  | { state: 'ready'; data: T; error?: undefined }
  | { state: 'failed'; data?: undefined; error: unknown }

export type Loaded<T> = Load<T> & { reload: () => void }

/**
 * The server's answer for `key`: loaded again when the key changes or on `reload`, which keeps the present answer until the new one has
 * come. An answer that comes after the key has changed is dropped.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const latest = useRef(load)
  latest.current = load
  const [turn, setTurn] = useState(0)
  const [answer, setAnswer] = useState<{ key: string; load: Load<T> } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the turn loads again
  useEffect(() => {
    const abort = new AbortController()
    // The request's own catch comes before the last step, which only sets a state.
    void latest
      .current(abort.signal)
      .then((data) => ({ state: 'ready' as const, data }))
      .catch((error: unknown) => ({ state: 'failed' as const, error }))
      .then((loaded) => {
        if (abort.signal.aborted || (loaded.state === 'failed' && isAborted(loaded.error))) return
        setAnswer({ key, load: loaded })
      })
    return () => abort.abort()
  }, [key, turn])
  const reload = useCallback(() => setTurn((known) => known + 1), [])
  const current: Load<T> = answer?.key === key ? answer.load : { state: 'loading' }
  return { ...current, reload }
}
