import type { FastifyRequest } from 'fastify'
import { DEFAULT_ZONE } from '../../../schemas/dates.ts'
import { AppError, unauthorized } from '../../../schemas/errors.ts'
import type { Access, ClientActor } from '../../actor.ts'

/** Customers, and sessions of a public link; the route then reads by `readQuote`, which knows which quote is allowed. */
export const CUSTOMER_OR_LINK: Access = { kinds: ['client'], limited: true }

/** The customer who makes the request. Routes that use it declare an access of customers only. */
export function customerOf({ actor }: FastifyRequest): ClientActor {
  if (actor.kind !== 'client') throw unauthorized()
  return actor
}

/** The customer in person: an impersonating administrator reads what they read, and decides nothing. */
export function customerInPerson(request: FastifyRequest): ClientActor {
  const actor = customerOf(request)
  if (actor.impersonator === null) return actor
  throw new AppError('UNAUTHORIZED', "Un administrateur ne peut pas décider à la place d'un client.")
}

/** The company's time zone. */
export const zoneOf = (request: FastifyRequest): string => request.company?.FUSEAU ?? DEFAULT_ZONE
