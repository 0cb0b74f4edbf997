import { useEffect, useState } from 'react'
import { callApi } from '../../data/api/api.ts'
import { objectOf } from '../../data/api/shape.ts'
import { useSession } from '../../data/session/session.tsx'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { LogoutFlow } from '../account/logout-flow.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'

/** The banner in the staff's area. Leaving asks about unsent writes, like any logout (AUT-07, AUT-08). */
export function ManagerImpersonation() {
  const { account, company } = useSession()
  const [leaving, setLeaving] = useState(false)
  const { NOM_COMPLET, NOM } = account.personnel
  const isOver = useSync().status.paused.includes('signed-out')
  // The screens read the local database and ask the server nothing: the call that is refused here ends the session, and with it what it left (ERR-01).
  useEffect(() => {
    if (!isOver) return
    callApi(`/personnels/${encodeURIComponent(account.id)}`, objectOf({}), { silent: true }).catch(() => undefined)
  }, [isOver, account.id])
  return (
    <>
      <ImpersonationBanner name={NOM_COMPLET ?? NOM} company={company.NOM} onLeave={() => setLeaving(true)} />
      {leaving && <LogoutFlow onStay={() => setLeaving(false)} />}
    </>
  )
}
