import { useRouter } from '@tanstack/react-router'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { paths } from './paths.ts'
import { useClientSession } from './session.tsx'
import { logout } from './session-actions.ts'

/** The banner in a customer's space, which has no outbox: leaving it asks nothing (AUT-07). */
export function ClientImpersonation() {
  const session = useClientSession()
  const router = useRouter()
  if (!session) return null
  const leave = async (): Promise<void> => {
    await logout()
    await router.navigate({ href: paths.root.href() })
  }
  return <ImpersonationBanner name={session.account.name} company={session.company.NOM} onLeave={() => void leave()} />
}
