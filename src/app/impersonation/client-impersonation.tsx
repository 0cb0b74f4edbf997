import { useRouter } from '@tanstack/react-router'
import { useClientSession } from '../../data/session/session.tsx'
import { logout } from '../../data/session/session-actions.ts'
import { mayLogOut } from '../../forms/may-log-out.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { ImpersonationBanner } from './impersonation-banner.tsx'

/** The banner in a customer's space, which has no outbox: leaving it asks nothing (AUT-07). */
export function ClientImpersonation() {
  const session = useClientSession()
  const router = useRouter()
  if (!session) return null
  const leave = async (): Promise<void> => {
    if (!(await mayLogOut())) return
    await logout()
    await router.navigate({ href: paths.root.href() })
  }
  return <ImpersonationBanner name={session.account.name} company={session.company.NOM} onLeave={() => void leave()} />
}
