import type { AppError } from '../../schemas/errors.ts'
import { setRefusalHandler } from '../data/api/api.ts'
import { currentLabel, isAdminHost } from '../data/api/host.ts'
import { sealDeparted } from '../data/seal/seal-departed.ts'
import { setHost } from '../data/session/host-state.ts'
import { refreshAccount, refreshCompany } from '../data/session/session-actions.ts'
import { sessionStore } from '../data/session/session-store.ts'
import type { StoredAuth } from '../data/session/stored-session.ts'

/** How long the very first paint waits for the company's theme before it goes on with the default one. */
const FIRST_PAINT_PATIENCE_MS = 2500

async function refresh(): Promise<void> {
  // The admin domain has no company of its own; while an administrator impersonates somebody, it has that person's.
  if (!isAdminHost() || sessionStore.get().auth !== null) setHost(await refreshCompany())
  await refreshAccount()
}

/** The server refused a foreground call, which was `sent` with this session: the session ends (ERR-01), unless only rights were taken away. */
async function refused(error: AppError, sent: StoredAuth): Promise<void> {
  if (error.code === 'UNAUTHORIZED') {
    const { haveRightsChanged, showLostAccess } = await import('./session-ended.ts')
    if (await haveRightsChanged(sent)) {
      showLostAccess()
      return
    }
  }
  const { auth, company } = sessionStore.get()
  // Several calls may be refused at once, and a call that was sent before a logout may be refused after it.
  if (!auth) return
  const wanted = `${window.location.pathname}${window.location.search}`
  // An administrator's place leaves nothing on the admin domain, whichever way it ends (AUT-07).
  if (isAdminHost()) sessionStore.clearSession()
  else sessionStore.setAuth(null)
  const { showSessionEnded } = await import('./session-ended.ts')
  showSessionEnded({ auth, company }, { error, wanted })
}

/**
 * Before the first paint: a device that knows its company paints at once and refreshes afterwards; a new one waits a short while for the
 * company. Then the company and the account are refreshed each time the network comes back.
 */
export async function startSession(): Promise<void> {
  setRefusalHandler((error, sent) => void refused(error, sent))
  window.addEventListener('online', () => void refresh())
  sealDeparted().catch(() => undefined)
  if (currentLabel() === null && sessionStore.get().company === null) {
    setHost({ state: 'unknown', companies: [] })
  }
  const fresh = refresh()
  if (sessionStore.get().company !== null) return
  await Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_PATIENCE_MS))])
}
