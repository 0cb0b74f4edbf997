import { useState } from 'react'
import { useSession } from '../../data/session/session.tsx'
import { LogoutFlow } from '../account/logout-flow.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'

/** The banner in the staff's area. Leaving asks about unsent writes, like any logout (AUT-07, AUT-08). */
export function ManagerImpersonation() {
  const { account, company } = useSession()
  const [leaving, setLeaving] = useState(false)
  const { NOM_COMPLET, NOM } = account.personnel
  return (
    <>
      <ImpersonationBanner name={NOM_COMPLET ?? NOM} company={company.NOM} onLeave={() => setLeaving(true)} />
      {leaving && <LogoutFlow onStay={() => setLeaving(false)} />}
    </>
  )
}
