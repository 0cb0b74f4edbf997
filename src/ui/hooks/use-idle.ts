import { useEffect, useState } from 'react'

const LATEST_MS = 1500

/** False at first, true once the browser is idle: figures and counts must not delay the first screen. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(() => setIdle(true), { timeout: LATEST_MS })
      return () => cancelIdleCallback(handle)
    }
    // Safari has no idle callback.
    const timer = setTimeout(() => setIdle(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return idle
}
