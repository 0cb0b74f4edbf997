import type { FastifyRequest } from 'fastify'
import { AppError, unauthorized } from '../../../schemas/errors.ts'
import type { AdminActor, PersonnelActor } from '../../actor.ts'
import type { Scope } from '../../plugins/database/database.ts'

/** Somebody whose account it is. */
export type Owner = PersonnelActor | AdminActor

/** Who asks about their own account. Routes that use it declare `access: OFFICE_ACCOUNTS`. */
export function ownerOf({ actor }: FastifyRequest): Owner {
  if (actor.kind !== 'personnel' && actor.kind !== 'admin') throw unauthorized()
  return actor
}

/** The same, for what nobody does in somebody else's place. @throws AppError CONFLICT: the account's own rights are not in question */
export function ownerAloneOf(request: FastifyRequest): Owner {
  const owner = ownerOf(request)
  if (owner.impersonator !== null)
    throw new AppError('CONFLICT', 'Cela ne se fait pas à la place de quelqu’un d’autre.')
  return owner
}

export const companyIdOf = (owner: Owner): string | null => (owner.kind === 'admin' ? null : owner.companyId)

/** Where the account's rows are. */
export const scopeOf = (owner: Owner): Scope =>
  owner.kind === 'admin' ? { platform: true } : { companyId: owner.companyId }
