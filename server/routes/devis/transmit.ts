import type { FastifyInstance } from 'fastify'
import { recordOf, written } from '../shared/records.ts'
import { at, idParams, write } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict, staffActor } from '../shared/staff-request.ts'

type At = { Params: { id: string } }

/** Gives a quote to its customer: refused, with the list, while a mandatory mention is missing. */
export async function transmitRoutes(app: FastifyInstance): Promise<void> {
  app.post<At>(
    '/devis/:id/transmit',
    {
      config: at('devis', 'transmit'),
      schema: {
        summary: 'Transmission du devis, sans mention obligatoire manquante',
        params: idParams(),
        response: { 200: written(recordOf('devis')) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const asked = mutationOf(request, { action: 'transmit', resource: 'devis', id, body: bodyOf(request) })
      return sendVerdict(reply, await write(app, staffActor(request), asked))
    },
  )
}
