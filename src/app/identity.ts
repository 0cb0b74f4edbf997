import type { Identity } from '../../sync/identity.ts'
import { adminSession } from './admin-session.ts'
import { isAdminHost } from './host.ts'

/** Whose local database a member of the staff works in (WORK-4): an administrator in somebody's place has one of their own. */
export function staffIdentity(companyId: string, accountId: string): Identity {
  const admin = adminSession.get()
  const impersonator = admin && isAdminHost() ? `admin:${admin.user.id}` : ''
  return { companyId, account: `personnel:${accountId}`, impersonator }
}
