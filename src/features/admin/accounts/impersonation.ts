import { unauthorized } from '../../../../schemas/errors.ts'
import { callApi } from '../../../data/api/api.ts'
import { isIssuedToken } from '../../../data/api/issued-token.ts'
import { adminSession } from '../../../data/session/admin-session.ts'
import { openStaffSession } from '../../../data/session/session-actions.ts'
import { sessionStore } from '../../../data/session/session-store.ts'
import { isCompany } from '../../../data/session/stored-session.ts'
import { withReauth } from '../../../domain/second-factor/reauth.ts'

export interface ImpersonationTarget {
  kind: 'personnel' | 'client'
  id: string
  companyId: string
  /** « Prénom Nom », for the banner. */
  name: string
}

const part = (id: string): string => encodeURIComponent(id)

/**
 * An administrator impersonates somebody on the admin origin (AUT-07): their own token stays in `adminSession`, the app's session becomes the
 * target's, in the target's company. `logout` ends it and leaves the administrator signed in.
 * @throws AppError UNAUTHORIZED for an account that may not log in, NOT_FOUND, offline
 */
export async function impersonate({ kind, id, companyId, name }: ImpersonationTarget): Promise<void> {
  const admin = adminSession.get()
  if (!admin) throw unauthorized()
  const path = kind === 'client' ? `/admin/impersonate_client/${part(id)}` : `/admin/impersonate/${part(id)}`
  const issued = await withReauth(admin.token, () =>
    callApi(path, isIssuedToken, {
      method: 'POST',
      query: { company_id: companyId },
      token: admin.token,
      ownRefusal: true,
    }),
  )
  sessionStore.setCompany(await callApi(`/company/${part(companyId)}`, isCompany, { token: null, ownRefusal: true }))
  if (kind === 'client') {
    sessionStore.setAuth({ token: issued.token, expiresAt: issued.expires_at, account: { kind, id, name } })
    return
  }
  try {
    await openStaffSession(issued)
  } catch (error) {
    // An impersonation that fails halfway is undone: the company is removed with the session.
    sessionStore.setAuth(null)
    throw error
  }
}
