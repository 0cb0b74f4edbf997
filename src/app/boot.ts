import { useSyncExternalStore } from 'react'
import { setRefusalHandler } from './api.ts'
import { currentLabel } from './host.ts'
import { type CompanyAnswer, refreshAccount, refreshCompany } from './session-actions.ts'
import { sessionStore } from './session-store.ts'

/** How long the very first paint waits for the company's theme before it goes on with the default one. */
const FIRST_PAINT_PATIENCE_MS = 2500

let host: CompanyAnswer = { state: 'known' }
const listeners = new Set<() => void>()
const setHost = (answer: CompanyAnswer): void => {
  host = answer
  for (const listener of listeners) listener()
}

/** What the server said of this host; 'unknown' shows the page that says so (TEN-01). */
export const useHost = (): CompanyAnswer =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => host,
  )

async function refresh(): Promise<void> {
  setHost(await refreshCompany())
  await refreshAccount()
}

/**
 * Before the first paint: a device that knows its company paints at once and refreshes behind; a new one waits for the company,
 * a short while. Then the company and the account are refreshed each time the network comes back.
 */
export async function startSession(): Promise<void> {
  setRefusalHandler(() => {
    const wanted = `${window.location.pathname}${window.location.search}`
    sessionStore.setAuth(null)
    void import('./session-ended.ts').then(({ showSessionEnded }) => showSessionEnded(wanted))
  })
  window.addEventListener('online', () => void refresh())
  if (currentLabel() === null && sessionStore.get().company === null) {
    setHost({ state: 'unknown', companies: [] })
  }
  const fresh = refresh()
  if (sessionStore.get().company !== null) return
  await Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_PATIENCE_MS))])
}
