import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { STAFF } from '../../actor.ts'
import { readLegacy } from '../../repositories/company-services.ts'
import { staffActor } from '../shared/staff-request.ts'

/** GET /lola/{any}: reads the company's legacy system, where it has one. */
export async function lolaRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/lola/*',
    {
      config: { access: STAFF, rateLimit: { max: 300, timeWindow: 60_000 }, does: 'reads' },
      // The answers are the legacy system's own: JSON or text.
      schema: { summary: "Lecture de l'ancien système", response: { 200: Type.Any() } },
    },
    async (request, reply) => {
      const { companyId } = staffActor(request)
      const legacy = await app.db.inTenant(companyId, (trx) => readLegacy(trx, companyId))
      if (legacy === null) throw notFound()
      // The path as it was sent: a decoded one could hide a way out of the allowed paths.
      const [, path = '', query = ''] = /\/lola\/([^?]*)\??(.*)$/s.exec(request.raw.url ?? '') ?? []
      const answer = await app.ports.legacy.get(legacy, path, query)
      return reply.type(answer.type).header('content-disposition', 'inline').send(answer.body)
    },
  )
}
