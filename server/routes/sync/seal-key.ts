import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { unauthorized } from '../../../schemas/errors.ts'
import { STAFF } from '../../actor.ts'
import { one } from '../shared/answers.ts'

const SealKey = Type.Object({ key: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/**
 * The key that seals what a session leaves on a device at its logout, and unseals it at the next login (SEAL-2). It stays the same for one account as long as
 * SECRET_KEY does, so that neither a new password nor a restored backup loses a phone's pending entries. An impersonating administrator gets another key.
 */
export async function syncSealKeyRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/sync/seal_key',
    {
      config: { access: STAFF, does: 'reads' },
      schema: { summary: 'Clé de ce que ce compte laisse sur un appareil', response: { 200: one(SealKey) } },
    },
    async ({ actor }) => {
      if (actor.kind !== 'personnel') throw unauthorized()
      const whose = [actor.companyId, actor.id, actor.impersonator ?? '']
      return { data: { key: app.secrets.digest('seal key', JSON.stringify(whose)) } }
    },
  )
}
