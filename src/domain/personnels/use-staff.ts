import { useMemo } from 'react'
import { may, type Staff } from '../../../schemas/access.ts'
import type { Action } from '../../../schemas/protocol.ts'
import type { ResourceName } from '../../../schemas/resources.ts'
import { useSession } from '../../data/session/session.tsx'

/** The signed-in person, as the table of rights needs them. */
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

/** What this person may do with a resource; the screen hides all other actions, and the server refuses them (AUT-10). */
export function useMay(): (action: Action, resource: ResourceName) => boolean {
  const staff = useStaff()
  return (action, resource) => may(staff, action, resource)
}
