import { type AppError, unauthorized } from '../../schemas/errors.ts'
import { callApi } from '../data/api/api.ts'
import { nothing } from '../data/api/shape.ts'
import { closeNotifications } from '../data/push/push.ts'
import { forgetSeen, refreshAccount } from '../data/session/session-actions.ts'
import { sessionStore } from '../data/session/session-store.ts'
import type { Company, StoredAuth } from '../data/session/stored-session.ts'
import { lostAccessText } from '../text/lost-access.ts'
import { paths } from '../ui/navigation/paths.ts'
import { notices } from '../ui/notices/notices.tsx'
import { router } from './router.tsx'

const REVOKE_PATIENCE_MS = 4000

/**
 * A refused right ends the session here only: on the server it would go on, and its notifications would reach whoever has this device now. One without
 * any role is notified of nothing, and may still send (SERVER-9).
 */
function endOnServer({ token }: StoredAuth, { status, code }: AppError): void {
  if (status !== 403 || code === 'NO_ROLE') return
  const signal = AbortSignal.timeout(REVOKE_PATIENCE_MS)
  callApi('/logout', nothing, { method: 'POST', token, ownRefusal: true, silent: true, signal }).catch(() => undefined)
}

/** As they were: the admin domain has no company any more once a session has ended. */
type Ended = { auth: StoredAuth; company: Company | null }

/** The server refused a foreground call: shows the blocking message and the area's login, which leads back to the `wanted` page (ERR-01). */
export function showSessionEnded(
  { auth, company }: Ended,
  { error, wanted }: { error: AppError; wanted: string },
): void {
  const { kind, id } = auth.account
  const login = kind === 'client' ? paths.loginSpace : paths.login
  if (company && kind === 'client') void forgetSeen(company.id, id)
  closeNotifications().catch(() => undefined)
  endOnServer(auth, error)
  void router.navigate({ href: login.href(wanted) })
  notices.failure(unauthorized())
}

/** Rights were taken away, and the session goes on: the first screen is one that this person may open. */
export function showLostAccess(): void {
  void router.navigate({ href: paths.root.href() })
  notices.error(lostAccessText.message, lostAccessText.title)
}

const rightsOf = ({ account }: StoredAuth): string =>
  account.kind === 'personnel'
    ? JSON.stringify([account.roles, account.agences, account.personnel.TOUTES_AGENCES ?? 0])
    : ''

/** Whether the session with which a call was `sent` goes on with other rights, as the server says now. */
export async function haveRightsChanged(sent: StoredAuth): Promise<boolean> {
  await refreshAccount()
  const { auth } = sessionStore.get()
  return auth?.token === sent.token && rightsOf(auth) !== rightsOf(sent)
}
