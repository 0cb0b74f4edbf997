import { useEffect } from 'react'
import type { LoadingNotice } from '../ui/notices/notices.tsx'

/** From here on the thin bar at the top is not enough: people think that nothing happens. */
export const SLOW_MS = 1000

/** « Chargement... » while something runs for longer than a second (ERR-05). The code of notices is loaded then: the login page lacks it. */
export function useSlowNotice(running: boolean): void {
  useEffect(() => {
    if (!running) return
    let over = false
    let shown: LoadingNotice | undefined
    const show = async (): Promise<void> => {
      const { notices } = await import('../ui/notices/notices.tsx')
      if (!over) shown = notices.loading()
    }
    // Without its code (no network on the first page) the bar alone says it.
    const timer = setTimeout(() => void show().catch(() => undefined), SLOW_MS)
    return () => {
      over = true
      clearTimeout(timer)
      shown?.close()
    }
  }, [running])
}
