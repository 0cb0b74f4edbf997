import { useCallback } from 'react'
import { useSession } from '../../data/session/session.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { type Plan, plannedRdv } from './plan-rdv.ts'
import { cacheRdv } from './rdv-cache.ts'

/** Opens the form of a new appointment, filled with what is known (CAL-05). With `idClient` it offers that client's projects. */
export function usePlanRdv(): (plan: Plan, idClient?: string) => void {
  const { account } = useSession()
  const go = useGo()
  return useCallback(
    (plan, idClient) => {
      cacheRdv(null, plannedRdv(plan, account))
      go(paths.resource.create('rdv', idClient ? { IDCLIENT: idClient } : {}))
    },
    [account, go],
  )
}
