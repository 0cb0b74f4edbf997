import type { FastifyInstance } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import { recordSchema } from '../../../schemas/entity.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { boxAround, DEFAULT_RADIUS_KM, nearby } from '../../../schemas/rules/distance.ts'
import { clientsInBox } from '../../repositories/places.ts'
import { many } from '../shared/answers.ts'
import { assertReads, at } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const query = Type.Object({
  LATITUDE: Type.Number({ minimum: -90, maximum: 90 }),
  LONGITUDE: Type.Number({ minimum: -180, maximum: 180 }),
  RAYON: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1000 })),
})

const Found = Type.Object({
  ...(recordSchema(entityOf('client')) as TObject).properties,
  LATITUDE: Type.Number(),
  LONGITUDE: Type.Number(),
  ADRESSE_COMPLETE: Type.Union([Type.String(), Type.Null()]),
  /** Kilometres. */
  DISTANCE: Type.Number(),
})

/** GET /arround/clients (GEO-03): clients within RAYON kilometres of a point, nearest first, by the rule of the screens. */
export async function arroundRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Static<typeof query> }>(
    '/arround/clients',
    {
      config: { ...at('client', 'read'), does: 'reads' },
      schema: { summary: "Clients autour d'un point", querystring: query, response: { 200: many(Found) } },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'client')
      const { LATITUDE, LONGITUDE, RAYON: radiusKm = DEFAULT_RADIUS_KM } = request.query
      const centre = { LATITUDE, LONGITUDE }
      const box = boxAround(centre, radiusKm)
      const places = await app.db.inTenant(actor.companyId, (trx) => clientsInBox(trx, box))
      const found = nearby(places, { centre, radiusKm })
      const data = found.map(({ place: { client, ...position }, km }) => ({
        ...(JSON.parse(client) as Values),
        ...position,
        DISTANCE: km,
      }))
      return { data }
    },
  )
}
