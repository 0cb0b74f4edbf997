import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { CANAUX } from '../../../schemas/rules/relances.ts'
import { recordOf, written } from '../shared/records.ts'
import { atWrite, idParams, write } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict, staffActor } from '../shared/staff-request.ts'

type At = { Params: { id: string } }

const RelanceBody = Type.Object(
  {
    RELANCES: Type.Array(
      Type.Object(
        {
          id: Type.String({ minLength: 1, maxLength: 64 }),
          CANAL: Type.Enum([...CANAUX]),
          LE: Type.Optional(Type.String({ format: 'lolapp-instant' })),
          IDPERSONNEL: Type.Optional(Type.String({ maxLength: 64 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 500, description: 'La dernière est celle qui est demandée' },
    ),
    _base: Type.Optional(Type.Object({})),
  },
  { additionalProperties: false },
)

/** A quote is transmitted to its customer, then they are reminded of it. The mail or SMS is queued in the same transaction as the write. */
export async function transmitRoutes(app: FastifyInstance): Promise<void> {
  app.post<At>(
    '/devis/:id/transmit',
    {
      config: atWrite('devis', 'transmit'),
      schema: {
        summary: 'Transmission du devis, sans mention obligatoire manquante',
        params: idParams(),
        response: { 200: written(recordOf('devis')) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const actor = staffActor(request)
      const asked = mutationOf(request, { action: 'transmit', resource: 'devis', id, body: bodyOf(request) })
      const verdict = await write(app, actor, asked)
      app.messages.wake(actor.companyId)
      return sendVerdict(reply, verdict)
    },
  )

  app.post<At>(
    '/devis/:id/relance',
    {
      config: atWrite('devis', 'relance'),
      schema: {
        summary: 'Relance du client d’un devis en attente, par mail, SMS ou téléphone',
        params: idParams(),
        body: RelanceBody,
        response: { 200: written(recordOf('devis')) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const actor = staffActor(request)
      const asked = mutationOf(request, { action: 'relance', resource: 'devis', id, body: bodyOf(request) })
      const verdict = await write(app, actor, asked)
      app.messages.wake(actor.companyId)
      return sendVerdict(reply, verdict)
    },
  )
}
