import { useSyncExternalStore } from 'react'
import { isKey, isText, maybe, objectOf, orNull, type Shape } from '../api/shape.ts'

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

function emit(next: AdminSession | null): void {
  current = next
  for (const listener of listeners) listener()
}

export const adminSession = {
  get: (): AdminSession | null => current,
  set(session: AdminSession | null): void {
    try {
      if (session === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, JSON.stringify(session))
    } catch {
      // Private mode or a full quota: the session lives in memory until the tab closes.
    }
    emit(session)
  },
  /** Reads the stored value again: another tab logged in or out, or a test changed it. */
  reload: (): void => emit(load()),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === KEY) adminSession.reload()
  })
}

/** The administrator of this device, also while they impersonate somebody; null when none is signed in. */
export const useAdminSession = (): AdminSession | null => useSyncExternalStore(adminSession.subscribe, adminSession.get)
