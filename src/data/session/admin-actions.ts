import type { FactorAsked } from '../../../schemas/second-factor.ts'
import type { IssuedToken } from '../../../schemas/space/login.ts'
import { callApi } from '../api/api.ts'
import { isIssuedToken } from '../api/issued-token.ts'
import { either, nothing } from '../api/shape.ts'
import { adminSession, isAdminUser } from './admin-session.ts'
import { isFactorAsked } from './factor-asked.ts'

/**
 * An administrator's password: a session (which may have to set up a second factor first), or the question for the second factor.
 * @throws AppError: UNAUTHENTICATED for a wrong mail or password, UNAUTHORIZED on a company's host (AUT-06), RATE_LIMITED, offline.
 */
export const askAdmin = (credentials: { email: string; password: string }): Promise<IssuedToken | FactorAsked> =>
  callApi('/login', either(isIssuedToken, isFactorAsked), {
    method: 'POST',
    body: credentials,
    token: null,
    ownRefusal: true,
    namesDevice: true,
  })

/** Keeps an administrator's session on this device. */
export async function openAdminSession({ token, tokenable_id, expires_at }: IssuedToken): Promise<void> {
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
  adminSession.logOut()
}
