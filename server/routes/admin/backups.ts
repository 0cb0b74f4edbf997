import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Backups } from '../../backup/backups.ts'
import { many, one } from '../shared/answers.ts'

const Backup = Type.Object({
  id: Type.String(),
  created_at: Type.String({ format: 'lolapp-instant' }),
  engine: Type.String(),
  companies: Type.Integer(),
  rows: Type.Integer(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  encrypted: Type.Boolean(),
  missing: Type.Integer(),
})

/** Who can open the next one; null: it is not encrypted, and holds no installation key. */
const Protection = Type.Object({
  encryption: Type.Union([Type.Literal('recipients'), Type.Literal('passphrase'), Type.Null()]),
})

/** Backups of the installation, for its administrators (API-13). A restore needs a stopped server: `npm run restore`. */
export function backupRoutes(backups: Backups) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/admin/backups',
      {
        config: { access: ADMIN, does: 'reads' },
        schema: { summary: 'Sauvegardes gardées', response: { 200: many(Backup) } },
      },
      async () => ({ data: backups.list() }),
    )

    app.get(
      '/admin/backups/protection',
      {
        config: { access: ADMIN, does: 'reads' },
        schema: { summary: 'Chiffrement des sauvegardes', response: { 200: one(Protection) } },
      },
      async () => ({ data: { encryption: backups.encryption } }),
    )

    app.post(
      '/admin/backups',
      {
        config: { access: ADMIN, does: 'acts', reauth: true },
        schema: { summary: 'Sauvegarder maintenant', response: { 201: one(Backup) } },
      },
      async (request, reply) => {
        const made = await backups.create()
        await app.db.transaction({ platform: true }, (trx) =>
          audit(trx, request, {
            action: 'backup.created',
            target: `backup:${made.id}`,
            details: { rows: made.rows, encrypted: made.encrypted },
          }),
        )
        return reply.status(201).send({ data: made })
      },
    )
  }
}
