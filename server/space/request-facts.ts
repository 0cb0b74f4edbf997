import type { FastifyRequest } from 'fastify'
import { HEADER } from '../../schemas/protocol.ts'
import type { ClientActor } from '../actor.ts'
import type { Json } from '../evidence/canonical.ts'
import { maskPhone } from '../otp/mask-phone.ts'
import { type Customer, fullName } from './repositories/client.ts'

const headerOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? value.slice(0, max) : null

export const userAgentOf = ({ headers }: FastifyRequest): string | null => headerOf(headers['user-agent'], 300)

/** What every evidence record says about the request and its sender. */
export const requestFacts = (
  request: FastifyRequest,
  actor: ClientActor,
  customer: Customer,
): Record<string, Json> => ({
  format: 'lolapp-preuve-1',
  client: { id: customer.IDCLIENT, nom: fullName(customer), telephone: maskPhone(customer.phone) },
  requete: {
    ip: request.ip,
    navigateur: userAgentOf(request),
    appareil: headerOf(request.headers[HEADER.device], 64),
    acces: actor.limitedTo === null ? 'espace' : 'lien',
  },
})
