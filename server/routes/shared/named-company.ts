import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError, unauthorized, validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { messages } from '../../../schemas/messages.ts'

/** An administrator works in the company that the query names. */
export const companyQuery = { company_id: Type.Optional(Type.String({ pattern: ID_PATTERN, maxLength: 64 })) }

export const unknownCompany = (): AppError => new AppError('NOT_FOUND', 'Entreprise inconnue.')

/**
 * The company that a request works in: its own for the staff (any other in the query is unknown to them), for administrators
 * the query's `company_id`, else the one that Company-Key names.
 * @throws AppError 422 when an administrator names none, 404 when there is no such company
 */
export async function companyNamed(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const { actor } = request
  const { company_id: asked } = request.query as { company_id?: string }
  if (actor.kind === 'anonymous') throw unauthorized()
  if (actor.kind !== 'admin') {
    if (asked !== undefined && asked !== actor.companyId) throw unknownCompany()
    return actor.companyId
  }
  if (asked === undefined) {
    if (request.company) return request.company.id
    throw validationError({ company_id: [messages.required] })
  }
  return knownCompany(app, asked)
}

/** The company that an administrator names, disabled or not. @returns its id @throws AppError NOT_FOUND */
export async function knownCompany(app: FastifyInstance, asked: string): Promise<string> {
  const id = await app.companies.known(asked)
  if (id === null) throw unknownCompany()
  return id
}
