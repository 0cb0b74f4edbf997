import { useEffect } from 'react'
import { callApi } from '../../data/api/api.ts'
import { objectOf } from '../../data/api/shape.ts'

const EVERY_MS = 60_000

/**
 * Tells the server, once a minute at most, that somebody uses this page. An administrator's session ends when nobody does, and the screens that an
 * administrator sees in somebody's place read the local database: they ask the server nothing that would show it.
 */
export function usePresence(): void {
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY
    const tell = (): void => {
      if (Date.now() - told < EVERY_MS) return
      told = Date.now()
      // A page without network tells nothing; the next call says whether the session has ended.
      callApi('/lolapp/start', objectOf({}), { silent: true }).catch(() => undefined)
    }
    const signs = ['pointerdown', 'keydown'] as const
    for (const sign of signs) window.addEventListener(sign, tell)
    return () => {
      for (const sign of signs) window.removeEventListener(sign, tell)
    }
  }, [])
}
