import { useMemo } from 'react'
import type { Identity } from '../../../sync/identity.ts'
import { useAdminSession } from './admin-session.ts'
import { staffIdentity } from './identity.ts'
import { useSession } from './session.tsx'

/** Names the local database that this tab works in (WORK-4). */
export function useIdentity(): Identity {
  const { company, account } = useSession()
  const admin = useAdminSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the administrator who impersonates is a part of the identity
  return useMemo(() => staffIdentity(company.id, account.id), [company.id, account.id, admin])
}
