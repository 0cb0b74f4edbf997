import { unauthorized } from '../../schemas/errors.ts'
import { forgetSeen } from '../data/session/session-actions.ts'
import { sessionStore } from '../data/session/session-store.ts'
import type { Account } from '../data/session/stored-session.ts'
import { paths } from '../ui/navigation/paths.ts'
import { notices } from '../ui/notices/notices.tsx'
import { router } from './router.tsx'

/** The server refused a foreground call: shows the blocking message and the area's login, which leads back to the wanted page (ERR-01). */
export function showSessionEnded(account: Account, wanted: string): void {
  const login = account.kind === 'client' ? paths.loginSpace : paths.login
  const { company } = sessionStore.get()
  if (company && account.kind === 'client') void forgetSeen(company.id, account.id)
  void router.navigate({ href: login.href(wanted) })
  notices.failure(unauthorized())
}
