import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { PUBLIC } from '../../actor.ts'

/** RFC 9116 wants less than a year; the date is computed for each answer. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

/** GET /.well-known/security.txt (RFC 9116): the contact for reports of a weakness. Without a contact it does not exist. */
export function securityTxtRoutes({
  securityContact = null,
  publicUrl,
}: {
  securityContact?: string | null
  publicUrl: string
}) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/.well-known/security.txt',
      {
        config: { access: PUBLIC, does: 'reads' },
        schema: {
          summary: 'À qui signaler une faille',
          produces: ['text/plain'],
          response: { 200: Type.String() },
        },
      },
      async (_request, reply) => {
        if (securityContact === null) throw notFound()
        const expires = new Date((Math.floor(Date.now() / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString()
        const lines = [
          `Contact: ${securityContact}`,
          `Expires: ${expires}`,
          'Preferred-Languages: fr, en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
        ]
        return reply
          .header('cache-control', 'no-cache')
          .type('text/plain; charset=utf-8')
          .send(`${lines.join('\n')}\n`)
      },
    )
  }
}
