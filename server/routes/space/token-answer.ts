import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { HEADER } from '../../../schemas/protocol.ts'

/** A customer's session, in the form of every login (api.md). */
export const ClientToken = Type.Object(
  {
    token: Type.String(),
    tokenable_type: Type.Literal('client'),
    tokenable_id: Type.String(),
    company_id: Type.String(),
    expires_at: Type.String({ format: 'lolapp-instant' }),
  },
  { additionalProperties: false },
)

interface Opening {
  companyId: string
  clientId: string
  /** `devis:<id>`: a public link's session, for one day. */
  limitedTo?: string
}

export async function openClientSession(
  app: FastifyInstance,
  request: FastifyRequest,
  { companyId, clientId, limitedTo }: Opening,
) {
  const device = request.headers[HEADER.device]
  const { token, expiresAt } = await app.sessions.open({
    kind: 'client',
    accountId: clientId,
    companyId,
    deviceId: typeof device === 'string' && /^[\w.:-]{1,64}$/.test(device) ? device : null,
    ...(limitedTo === undefined ? {} : { limitedTo, days: 1 }),
  })
  return { token, tokenable_type: 'client', tokenable_id: clientId, company_id: companyId, expires_at: expiresAt }
}
