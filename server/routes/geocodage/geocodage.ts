import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ANY_ACCOUNT } from '../../actor.ts'
import { many } from '../shared/answers.ts'

const nullable = Type.Union([Type.String(), Type.Null()])
const Place = Type.Object({
  label: Type.String(),
  ADRESSE: nullable,
  CODE_POSTAL: nullable,
  VILLE: Type.String(),
  LATITUDE: Type.Number(),
  LONGITUDE: Type.Number(),
  precision: Type.Union([Type.Literal('housenumber'), Type.Literal('street'), Type.Literal('municipality')]),
  score: Type.Number({ minimum: 0, maximum: 1 }),
})

/** GET /geocodage?address=: the points that may be meant by an address (GEO-04). */
export async function geocodageRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { address: string } }>(
    '/geocodage',
    {
      config: { access: ANY_ACCOUNT, rateLimit: { max: 120, timeWindow: 60_000 }, does: 'reads' },
      schema: {
        summary: 'Coordonnées d’une adresse',
        querystring: Type.Object({ address: Type.String({ minLength: 2, maxLength: 200 }) }),
        response: { 200: many(Place) },
      },
    },
    async ({ query }) => ({ data: await app.ports.geocoder.search(query.address) }),
  )
}
