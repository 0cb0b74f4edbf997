import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError, notFound, unauthorized, validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { messages } from '../../../schemas/messages.ts'
import type { AdminActor } from '../../actor.ts'
import { companyExists } from '../../repositories/companies.ts'

export const idSchema = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
export const companyQuery = { company_id: Type.Optional(idSchema) }

/** The administrator who makes the request. Routes that use it declare `access: ADMIN`. */
export function adminOf({ actor }: FastifyRequest): AdminActor {
  if (actor.kind !== 'admin') throw unauthorized()
  return actor
}

/** The company that an administrator names by `company_id`, else by Company-Key; null for neither. */
export const companyGiven = ({ query, company }: FastifyRequest): string | null =>
  (query as { company_id?: string }).company_id ?? company?.id ?? null

/** Same, for a call that needs one. @throws AppError VALIDATION_ERROR without, NOT_FOUND for an unknown one */
export async function companyNeeded(
  app: FastifyInstance,
  request: FastifyRequest,
  id = companyGiven(request),
): Promise<string> {
  if (id === null) throw validationError({ company_id: [messages.required] })
  // Administrators may still work on a disabled company.
  if (!(await app.db.transaction({ platform: true }, (tx) => companyExists(tx, id)))) throw notFound()
  return id
}

/** For what needs a company whose people log in. */
export const suspended = (): AppError =>
  new AppError('CONFLICT', 'Cette entreprise est désactivée : réactivez-la d’abord.')

/** Answers a broken unique key with `messagesByField` instead of an error of ours. */
export function duplicateAs(messagesByField: Record<string, string[]>): (error: unknown) => never {
  return (error) => {
    if ((error as { code?: unknown }).code === '23505') throw validationError(messagesByField)
    throw error
  }
}
