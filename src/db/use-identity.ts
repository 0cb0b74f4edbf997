import { useMemo } from 'react'
import type { Identity } from '../../sync/database.ts'
import { useAdminSession } from '../app/admin-session.ts'
import { isAdminHost } from '../app/host.ts'
import { useSession } from '../app/session.tsx'

/** Whose local database this tab works in (WORK-4): an administrator in somebody's place has one of their own. */
export function useIdentity(): Identity {
  const { company, account } = useSession()
  const admin = useAdminSession()
  const impersonator = admin && isAdminHost() ? `admin:${admin.user.id}` : ''
  return useMemo(
    () => ({ companyId: company.id, account: `personnel:${account.id}`, impersonator }),
    [company.id, account.id, impersonator],
  )
}
