import { unauthorized } from '../../schemas/errors.ts'
import { notices } from '../components/notices.tsx'
import { paths } from './paths.ts'
import { router } from './router.tsx'
import { forgetSeen } from './session-actions.ts'
import { sessionStore } from './session-store.ts'
import type { Account } from './stored-session.ts'

/** The server refused a foreground call: shows the blocking message and the area's login, which leads back to the wanted page (ERR-01). */
export function showSessionEnded(account: Account, wanted: string): void {
  const login = account.kind === 'client' ? paths.loginSpace : paths.login
  const { company } = sessionStore.get()
  if (company && account.kind === 'client') void forgetSeen(company.id, account.id)
  void router.navigate({ href: login.href(wanted) })
  notices.failure(unauthorized())
}
