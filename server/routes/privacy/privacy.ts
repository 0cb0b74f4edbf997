import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { ErasureMotive, ErasureProposal, ErasureRequest, PersonKind } from '../../../schemas/privacy.ts'
import { DIRECTORS } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { proposals } from '../../privacy/proposals.ts'
import { openRequest, readRequests } from '../../privacy/requests.ts'
import { readRow } from '../../repositories/rows.ts'
import { isErased } from '../../writes/erased.ts'
import { many, one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

const idSchema = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

const Asked = Type.Object({ kind: PersonKind, id: idSchema, why: ErasureMotive }, { additionalProperties: false })

/** What directors may do about persons' data: see whose period is over, and request an erasure, which administrators carry out. */
export async function privacyRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/privacy/proposals',
    {
      config: { access: DIRECTORS, does: 'reads' },
      schema: {
        summary: 'Clients à effacer : leur durée de conservation est passée',
        response: { 200: many(ErasureProposal) },
      },
    },
    async (request) => ({ data: await app.db.inTenant(staffActor(request).companyId, (tx) => proposals(tx)) }),
  )
  app.get(
    '/privacy/requests',
    {
      config: { access: DIRECTORS, does: 'reads' },
      schema: { summary: 'Effacements demandés, en attente', response: { 200: many(ErasureRequest) } },
    },
    async (request) => ({ data: await app.db.inTenant(staffActor(request).companyId, readRequests) }),
  )
  app.post<{ Body: Static<typeof Asked> }>(
    '/privacy/requests',
    {
      config: { access: DIRECTORS, does: 'acts' },
      schema: {
        summary: 'Demande l’effacement d’une personne',
        body: Asked,
        response: { 200: one(Type.Object({ id: Type.String() })), 201: one(Type.Object({ id: Type.String() })) },
      },
    },
    async (request, reply) => {
      const { companyId, account } = staffActor(request)
      const { kind, id, why } = request.body
      const { created, id: open } = await app.db.inTenant(companyId, async (tx) => {
        const row = await readRow(tx, { resource: kind, id })
        if (!row || isErased(row)) throw notFound()
        const opened = await openRequest(tx, { companyId, kind, id, why, account })
        if (opened.created) {
          await audit(tx, request, { action: 'person.erasure_asked', target: `${kind}:${id}`, details: { why } })
        }
        return opened
      })
      return reply.status(created ? 201 : 200).send({ data: { id: open } })
    },
  )
}
