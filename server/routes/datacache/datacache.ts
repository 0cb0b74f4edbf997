import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { resources } from '../../../schemas/resources.ts'
import { bytesUsed } from '../../files/bytes/stored-bytes.ts'
import { COMPANY } from '../../presenters/company.ts'
import { groupReferences, REFERENCE_SCHEMAS } from '../../presenters/datacache.ts'
import { pull } from '../../pull/pull.ts'
import { referenceRows, roleRows } from '../../repositories/references.ts'
import { one } from '../shared/answers.ts'
import { pageOf } from '../shared/records.ts'
import { assertReads, at, writeRoutes } from '../shared/resource-routes.ts'
import { sendJson, staffActor } from '../shared/staff-request.ts'

const query = Type.Object({
  since: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
})

const role = resources.role.fields
/** Rows of the company's roles (ENT-05). */
const ROLE_ROW = Type.Object(
  {
    id: role.id.schema,
    name: role.name.schema,
    common_name: role.common_name.schema,
    color: Type.Union([role.color.schema, Type.Null()]),
  },
  { additionalProperties: false },
)

const lists = Type.Object(
  {
    ...Object.fromEntries(Object.entries(REFERENCE_SCHEMAS).map(([list, schema]) => [list, Type.Array(schema)])),
    COMPANY: Type.Union([COMPANY, Type.Null()]),
    ROLE: Type.Array(ROLE_ROW),
    BUCKET_SIZE: Type.Object({ used: Type.Integer(), quota: Type.Integer() }, { additionalProperties: false }),
  },
  { additionalProperties: false, title: 'ListesDeReference' },
)

/**
 * GET /datacache (ENT-06): the reference lists grouped under the contract's names, without archived entries; with `since`, a page of changed reference
 * rows, archived ones too. POST and PUT act on one reference row; nothing deletes one (SET-03).
 */
export async function datacacheRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { since?: string; limit?: number } }>(
    '/datacache',
    {
      config: { ...at('reference', 'read'), does: 'reads' },
      schema: {
        summary: 'Listes de référence ; avec since, une page de changements',
        querystring: query,
        response: { 200: Type.Union([one(lists), pageOf('reference')]) },
      },
    },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, 'reference')
      const { since, limit } = request.query
      if (since !== undefined) {
        const page = await pull(app, actor, { resource: 'reference', since, limit })
        return sendJson(reply, page, 'reference')
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
  writeRoutes(app, 'reference', { deletes: false })
}
