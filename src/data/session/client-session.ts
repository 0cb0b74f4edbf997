import { shapeOf } from '../../../schemas/reads-as.ts'
import { Me } from '../../../schemas/space/cards.ts'
import type { IssuedToken } from '../../../schemas/space/login.ts'
import { callApi } from '../api/api.ts'
import { closeNotifications, unsubscribePush } from '../push/push.ts'
import { sealDeparted } from '../seal/seal-departed.ts'
import { sessionStore } from './session-store.ts'

/** « Prénom Nom » */
export const fullName = ({ NOM, PRENOM }: { NOM: string; PRENOM: string | null }): string =>
  [PRENOM, NOM].filter(Boolean).join(' ')

/**
 * Stores a customer's new session on this device. Their name is only a greeting: the code is used up, so a missing name must not require a second
 * one.
 */
export async function startClientSession(issued: IssuedToken): Promise<void> {
  const call = { token: issued.token, ownRefusal: true, silent: true }
  const me = await callApi('/space/client', shapeOf(Me), call).catch(() => null)
  const name = me ? fullName(me) : ''
  const account = { kind: 'client', id: issued.tokenable_id, name } as const
  sessionStore.setAuth({ token: issued.token, expiresAt: issued.expires_at, account })
  // A session of the staff may have ended here by itself: what it was notified of is not for customers, who are sent no pushes.
  unsubscribePush().catch(() => undefined)
  closeNotifications().catch(() => undefined)
  // Data that cannot be sealed now is sealed at the next start.
  sealDeparted().catch(() => undefined)
}
