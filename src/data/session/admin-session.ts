import { useSyncExternalStore } from 'react'
import { isKey, isText, maybe, objectOf, orNull, type Shape } from '../api/shape.ts'
import { dirtyForms } from '../version/dirty-forms.ts'

/**
 * An administrator's own session, stored beside `lolapp.auth`: that entry holds the impersonated person's session (AUT-07), so the admin's token stays
 * here meanwhile, and is used again when the impersonation ends.
 */
export interface AdminSession {
  token: string
  expiresAt: string | null
  user: { id: string; name: string; email: string }
}

const KEY = 'lolapp.admin'
/** Who signed in last on this device. A logout removes it, a session that ends by itself does not. */
const OWNER = 'lolapp.admin.compte'
/** Whose drafts this tab keeps. The end of an impersonation leaves it. */
export const ADMIN_TAB_OWNER = 'lolapp.onglet.admin'

/** An administrator, as the server describes them and as they are stored here. */
export const isAdminUser: Shape<AdminSession['user']> = objectOf({ id: isKey, name: isText, email: isText })

const isStored = objectOf({ token: isKey, expiresAt: maybe(orNull(isText)), user: isAdminUser })
const isSession = (value: unknown): value is AdminSession => isStored(value)

function load(): AdminSession | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isSession(value) ? value : null
  } catch {
    // A damaged entry is treated as absent: the administrator logs in again.
    return null
  }
}

let current: AdminSession | null = load()
const listeners = new Set<() => void>()

/**
 * Drafts are their administrator's. They go from this tab when somebody else has signed in, or they have logged out: also in another tab, and also while
 * the browser had ended this one, which hears of it only when it is loaded again.
 */
function claimDrafts(session: AdminSession | null): void {
  const former = sessionStorage.getItem(ADMIN_TAB_OWNER)
  try {
    if (session) {
      if (former !== null && former !== session.user.id) dirtyForms.forgetDrafts()
      localStorage.setItem(OWNER, session.user.id)
      sessionStorage.setItem(ADMIN_TAB_OWNER, session.user.id)
    } else if (former !== null && localStorage.getItem(OWNER) === null) {
      dirtyForms.forgetDrafts()
      sessionStorage.removeItem(ADMIN_TAB_OWNER)
    }
  } catch {
    // A full quota: without both marks nothing counts as a logout later.
  }
}

function emit(next: AdminSession | null): void {
  current = next
  for (const listener of listeners) listener()
}

export const adminSession = {
  get: (): AdminSession | null => current,
  /** null: the session ended by itself; what its administrator was typing stays in this tab for them. */
  set(session: AdminSession | null): void {
    try {
      if (session === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, JSON.stringify(session))
    } catch {
      // Private mode or a full quota: the session lives in memory until the tab closes.
    }
    claimDrafts(session)
    emit(session)
  },
  /** The administrator ends it: nothing that they were typing stays on this device. */
  logOut(): void {
    localStorage.removeItem(OWNER)
    dirtyForms.forgetDrafts()
    adminSession.set(null)
  },
  /** Reads the stored value again: another tab logged in or out, or a test changed it. */
  reload(): void {
    const next = load()
    claimDrafts(next)
    emit(next)
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

if (typeof window !== 'undefined') {
  claimDrafts(current)
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === KEY) adminSession.reload()
  })
}

/** The administrator of this device, also while they impersonate somebody; null when none is signed in. */
export const useAdminSession = (): AdminSession | null => useSyncExternalStore(adminSession.subscribe, adminSession.get)
