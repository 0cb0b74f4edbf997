import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unauthorized } from '../../schemas/errors.ts'
import type { KnownActor } from '../actor.ts'
import type { Scope } from '../plugins/database/database.ts'
import type { Company } from '../plugins/tenant/companies.ts'

/** The account that a second factor belongs to, and the site where it counts. */
export interface Holder {
  /** `personnel:<id>` or `admin:<id>`. */
  account: string
  /** Null: the platform. */
  companyId: string | null
  site: Site
}

/** A passkey is made for one site and answers on no other. Both fields come from the configured public address, never from the request. */
export interface Site {
  /** Host of the company, or of the administrators. */
  rpId: string
  origin: string
  /** Name of the site that its owner reads in their authenticator. */
  name: string
}

export const scopeOf = ({ companyId }: Pick<Holder, 'companyId'>): Scope =>
  companyId === null ? { platform: true } : { companyId }

/** The site of a company, or of the administrators (null). */
export function siteOf(app: FastifyInstance, company: Company | null): Site {
  const origin = app.originOf(company?.key ?? 'admin')
  return { origin, rpId: new URL(origin).hostname, name: company?.NOM ?? 'Lolapp' }
}

/** The caller, for a route of staff and administrators. */
export function holderOf(app: FastifyInstance, request: FastifyRequest): Holder & { actor: KnownActor } {
  const { actor } = request
  if (actor.kind !== 'personnel' && actor.kind !== 'admin') throw unauthorized()
  const companyId = actor.kind === 'admin' ? null : actor.companyId
  // An administrator's Company-Key may name a company, but their own keys belong to the administrators' site.
  const site = siteOf(app, companyId === null ? null : request.company)
  return { account: actor.account, companyId, site, actor }
}
