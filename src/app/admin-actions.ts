import { adminSession, isAdminUser } from './admin-session.ts'
import { callApi } from './api.ts'
import { isIssuedToken } from './issued-token.ts'
import { nothing } from './shape.ts'

/**
 * Logs an administrator in and keeps the session on this device.
 * @throws AppError: UNAUTHENTICATED for a wrong mail or password, UNAUTHORIZED on a company's host (AUT-06), RATE_LIMITED, offline.
 */
export async function loginAdmin(credentials: { email: string; password: string }): Promise<void> {
  const { token, tokenable_id, expires_at } = await callApi('/login', isIssuedToken, {
    method: 'POST',
    body: credentials,
    token: null,
    ownRefusal: true,
    namesDevice: true,
  })
  const { id, name, email } = await callApi(`/admin/users/${encodeURIComponent(tokenable_id)}`, isAdminUser, {
    token,
    ownRefusal: true,
    silent: true,
  })
  adminSession.set({ token, expiresAt: expires_at, user: { id, name, email } })
}

const REVOKE_PATIENCE_MS = 4000

/** Ends the administrator's session on this device, and on the server when it can be reached. */
export async function logoutAdmin(): Promise<void> {
  const token = adminSession.get()?.token
  if (token !== undefined && navigator.onLine) {
    await callApi('/logout', nothing, {
      method: 'POST',
      token,
      ownRefusal: true,
      signal: AbortSignal.timeout(REVOKE_PATIENCE_MS),
    }).catch(() => undefined)
  }
  adminSession.set(null)
}
