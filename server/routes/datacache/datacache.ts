import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { STAFF } from '../../actor.ts'
import { bytesUsed } from '../../drive/stored-bytes.ts'
import { groupReferences } from '../../presenters/datacache.ts'
import { pullPage } from '../../pull/pull-page.ts'
import { referenceRows, roleRows } from '../../repositories/references.ts'
import { assertReads, writeRoutes } from '../shared/resource-routes.ts'
import { sendJson, staffActor } from '../shared/staff-request.ts'

const query = Type.Object({
  since: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
})

/**
 * GET /datacache (ENT-06): the reference lists grouped under the contract's names; with `since`, a page of changed reference rows. POST,
 * PUT and DELETE act on one reference row.
 */
export async function datacacheRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { since?: string; limit?: number } }>(
    '/datacache',
    { config: { access: STAFF }, schema: { querystring: query } },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, 'reference')
      const { since, limit } = request.query
      if (since !== undefined) {
        const page = await app.db.inTenant(actor.companyId, (tx) =>
          pullPage(tx, actor, { resource: 'reference', since, limit }),
        )
        return sendJson(reply, page)
      }
      return app.db.inTenant(actor.companyId, async (tx) => ({
        data: {
          ...groupReferences(await referenceRows(tx)),
          COMPANY: request.company,
          ROLE: await roleRows(tx),
          BUCKET_SIZE: { used: await bytesUsed(tx), quota: app.fileQuota },
        },
      }))
    },
  )
  writeRoutes(app, 'reference')
}
