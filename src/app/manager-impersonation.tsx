import { useState } from 'react'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { LogoutFlow } from './logout-flow.tsx'
import { useSession } from './session.tsx'

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
