import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSlug } from '../../../schemas/rules/short-links.ts'
import { tooMany } from '../../plugins/security.ts'
import { hostLabel } from '../../plugins/tenant/companies.ts'
import { followLink } from '../../repositories/short-links.ts'

const FOLLOWED_PER_MINUTE = 240

/** The target of this request's short link, counting the click; null when the company of the host has no such link. */
export function shortLinks(app: FastifyInstance): (request: FastifyRequest, slug: string) => Promise<string | null> {
  // Each click is a write, and the general limit covers the API only.
  const clicksOf = app.createRateLimit({ max: FOLLOWED_PER_MINUTE, timeWindow: 60_000, allowList: [] })
  return async (request, slug) => {
    if (!isSlug(slug)) return null
    const label = hostLabel(request.host)
    const company = label === null ? null : await app.companies.find(label)
    if (!company) return null
    const clicks = await clicksOf(request)
    if (!clicks.isAllowed && clicks.isExceeded) throw tooMany(clicks.ttlInSeconds)
    return app.db.inTenant(company.id, (trx) => followLink(trx, slug))
  }
}
