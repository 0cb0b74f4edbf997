import type { FastifyRequest } from 'fastify'
import { HEADER } from '../../schemas/protocol.ts'
import type { ClientActor, PersonnelActor } from '../actor.ts'
import type { Json } from '../evidence/canonical.ts'
import { maskPhone } from '../otp/mask-phone.ts'
import { type Customer, fullName } from './repositories/client.ts'

const headerOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? value.slice(0, max) : null

export const userAgentOf = ({ headers }: FastifyRequest): string | null => headerOf(headers['user-agent'], 300)

/** What every evidence record says about the request, its sender and the customer. */
export const requestFacts = (
  request: FastifyRequest,
  actor: ClientActor | PersonnelActor,
  customer: Customer,
): Record<string, Json> => ({
  format: 'lolapp-preuve-1',
  client: { id: customer.IDCLIENT, nom: fullName(customer), telephone: maskPhone(customer.phone) },
  requete: {
    ip: request.ip,
    navigateur: userAgentOf(request),
    appareil: headerOf(request.headers[HEADER.device], 64),
    acces: accessOf(actor),
  },
})

const accessOf = (actor: ClientActor | PersonnelActor): string => {
  if (actor.kind === 'personnel') return 'entreprise'
  return actor.limitedTo === null ? 'espace' : 'lien'
}
