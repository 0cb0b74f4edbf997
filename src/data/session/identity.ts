import type { Identity } from '../../../sync/identity.ts'
import { isAdminHost } from '../api/host.ts'
import { adminSession } from './admin-session.ts'

/** Names the local database of a member of the staff (WORK-4): an administrator who impersonates a person has a database of their own. */
export function staffIdentity(companyId: string, accountId: string): Identity {
  const admin = adminSession.get()
  const impersonator = admin && isAdminHost() ? `admin:${admin.user.id}` : ''
  return { companyId, account: `personnel:${accountId}`, impersonator }
}
