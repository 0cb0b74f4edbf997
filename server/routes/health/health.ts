import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { PUBLIC } from '../../actor.ts'
import { one } from '../shared/answers.ts'

const schema = {
  summary: 'Le serveur répond, sa base aussi',
  response: { 200: one(Type.Object({ status: Type.Literal('ok') })) },
}

/** GET /health: 200 when the database answers, also while requests keep all of its connections busy. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  app.get('/health', { config: { access: PUBLIC, does: 'reads' }, schema }, async () => {
    await app.db.ping()
    return { data: { status: 'ok' } }
  })
}
