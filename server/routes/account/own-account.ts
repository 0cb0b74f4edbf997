import type { FastifyRequest } from 'fastify'
import { AppError, unauthorized } from '../../../schemas/errors.ts'
import type { AdminActor, PersonnelActor } from '../../actor.ts'
import type { Scope } from '../../plugins/database/database.ts'

/** A person who manages their own account. */
export type Owner = PersonnelActor | AdminActor

/** The person whose own account a request is about. Routes that use it declare `access: OFFICE_ACCOUNTS`. */
export function ownerOf({ actor }: FastifyRequest): Owner {
  if (actor.kind !== 'personnel' && actor.kind !== 'admin') throw unauthorized()
  return actor
}

/** The same, for changes that an impersonating administrator may not make. @throws AppError CONFLICT: the account's own rights are not in question */
export function ownerAloneOf(request: FastifyRequest): Owner {
  const owner = ownerOf(request)
  if (owner.impersonator !== null)
    throw new AppError('CONFLICT', 'Cela ne se fait pas à la place de quelqu’un d’autre.')
  return owner
}

export const companyIdOf = (owner: Owner): string | null => (owner.kind === 'admin' ? null : owner.companyId)

/** The transaction scope that sees the account's rows. */
export const scopeOf = (owner: Owner): Scope =>
  owner.kind === 'admin' ? { platform: true } : { companyId: owner.companyId }
