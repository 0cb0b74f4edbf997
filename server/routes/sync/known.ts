import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { KNOWN_LIMIT } from '../../../schemas/protocol.ts'
import { knownFiles } from '../../files/repositories/files.ts'
import { knownMutations } from '../../writes/idempotency.ts'
import { one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

const ids = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: KNOWN_LIMIT })
const Ids = Type.Object({ mutations: ids, files: ids }, { additionalProperties: false })

/**
 * Which of the caller's own mutations and which files the database contains (HEAL-2). A device asks it for what was acknowledged in an earlier epoch: seqs
 * alone cannot tell, because a restored database may have given some of them again. Callers without any role may ask too: what they may not see any more
 * leaves their device once it follows the present epoch.
 */
export async function syncKnownRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof Ids> }>(
    '/sync/known',
    {
      config: { access: { kinds: ['personnel'], withoutRole: true }, does: 'reads' },
      schema: {
        summary: 'Parmi ces écritures et ces fichiers, ce que la base contient',
        body: Ids,
        response: { 200: one(Ids) },
      },
    },
    async (request) => {
      const { companyId, account } = staffActor(request)
      const { mutations, files } = request.body
      return app.db.inTenant(companyId, async (tx) => {
        const made = await knownMutations(tx, account, mutations)
        return { data: { mutations: made, files: await knownFiles(tx, files) } }
      })
    },
  )
}
