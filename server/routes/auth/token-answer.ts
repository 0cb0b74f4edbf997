import type { FastifyRequest } from 'fastify'
import { HEADER } from '../../../schemas/protocol.ts'
import { IssuedToken } from '../../../schemas/space/login.ts'
import { agentOf } from '../../devices/agent.ts'
import { networkOf } from '../../devices/network.ts'
import type { AlsoOpened, NewSession, Opening, Sessions } from '../../plugins/session/sessions.ts'
import { one } from '../shared/answers.ts'

export const tokenAnswer = one(IssuedToken)

/** The device that a request names; null when it names none. */
export function deviceOf(request: FastifyRequest): string | null {
  const header = request.headers[HEADER.device]
  return typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) ? header : null
}

/** What a session stores of the request that opens it, so that its owner can tell their sessions apart. */
export const openedBy = (request: FastifyRequest): Opening => ({
  deviceId: deviceOf(request),
  agent: agentOf(request.headers['user-agent']),
  address: networkOf(request.ip),
})

/** Opens a session, with other writes in the same transaction, and answers it as the contract does. */
export async function openSession(
  sessions: Sessions,
  session: NewSession,
  also: AlsoOpened,
): Promise<{ data: IssuedToken }> {
  const { token, expiresAt } = await sessions.open(session, also)
  return {
    data: {
      token,
      tokenable_type: session.kind,
      tokenable_id: session.accountId,
      company_id: session.companyId,
      expires_at: expiresAt,
      ...(session.settingUp ? { setting_up: true as const } : {}),
    },
  }
}
