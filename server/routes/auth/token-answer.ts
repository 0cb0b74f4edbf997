import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { HEADER } from '../../../schemas/protocol.ts'
import type { AccountKind } from '../../plugins/database/tables.ts'
import type { Also, NewSession, Sessions } from '../../plugins/session/sessions.ts'
import { one } from '../shared/answers.ts'

/** A session as the contract gives it; the token is told here and never again. */
export const tokenAnswer = one(
  Type.Object({
    token: Type.String(),
    tokenable_type: Type.Union([Type.Literal('personnel'), Type.Literal('client'), Type.Literal('admin')]),
    tokenable_id: Type.String(),
    company_id: Type.Union([Type.String(), Type.Null()]),
    expires_at: Type.String({ format: 'lolapp-instant' }),
  }),
)

interface TokenAnswer {
  data: {
    token: string
    tokenable_type: AccountKind
    tokenable_id: string
    company_id: string | null
    expires_at: string
  }
}

/** The device that a request names; null when it names none. */
export function deviceOf(request: FastifyRequest): string | null {
  const header = request.headers[HEADER.device]
  return typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) ? header : null
}

/** Opens a session, and what goes with it in the same transaction, and answers it as the contract does. */
export async function openSession(sessions: Sessions, session: NewSession, also: Also): Promise<TokenAnswer> {
  const { token, expiresAt } = await sessions.open(session, also)
  return {
    data: {
      token,
      tokenable_type: session.kind,
      tokenable_id: session.accountId,
      company_id: session.companyId,
      expires_at: expiresAt,
    },
  }
}
