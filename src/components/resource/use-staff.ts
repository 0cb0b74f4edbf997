import { useMemo } from 'react'
import { may, type Staff } from '../../../schemas/access.ts'
import type { Action } from '../../../schemas/protocol.ts'
import type { ResourceName } from '../../../schemas/resources.ts'
import { useSession } from '../../app/session.tsx'

/** Who is signed in, as the table of rights reads it. */
export function useStaff(): Staff {
  const { account } = useSession()
  return useMemo(
    () => ({
      id: account.id,
      roles: account.roles,
      agences: account.agences,
      toutesAgences: account.personnel.TOUTES_AGENCES === 1,
    }),
    [account],
  )
}

/** What this person may do with a resource; the screen hides the rest, the server refuses it (AUT-10). */
export function useMay(): (action: Action, resource: ResourceName) => boolean {
  const staff = useStaff()
  return (action, resource) => may(staff, action, resource)
}
