import { useMemo } from 'react'
import type { Identity } from '../../sync/identity.ts'
import { useAdminSession } from '../app/admin-session.ts'
import { staffIdentity } from '../app/identity.ts'
import { useSession } from '../app/session.tsx'

/** Whose local database this tab works in (WORK-4). */
export function useIdentity(): Identity {
  const { company, account } = useSession()
  const admin = useAdminSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: who an administrator is decides whose database it is
  return useMemo(() => staffIdentity(company.id, account.id), [company.id, account.id, admin])
}
