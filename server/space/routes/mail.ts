import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { filleul, TYPES_ESPACE } from '../../../schemas/rules/demandes.ts'
import { KeptRequest, MOST_PHOTOS } from '../../../schemas/space/requests.ts'
import { CUSTOMER } from '../../actor.ts'
import { one } from '../../routes/shared/answers.ts'
import { sendRequest } from '../commands/send-request.ts'
import { customerInPerson } from './client.ts'

const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

/** The name must say something here; what was kept before may not. */
const Friend = Type.Object({ ...filleul.properties, NOM: words(80) }, { additionalProperties: false })

const Body = Type.Object(
  {
    type: Type.Enum([...TYPES_ESPACE]),
    MESSAGE: words(4000),
    IDPROJET: Type.Optional(id),
    IDDEVIS: Type.Optional(id),
    FILLEUL: Type.Optional(Friend),
    /** Ids of photos that the customer has added to the project (`POST /space/project/{id}/photos`) and that no other request names. */
    PHOTOS: Type.Optional(Type.Array(id, { maxItems: MOST_PHOTOS })),
  },
  { additionalProperties: false },
)

/** Referral, after-sales and accounting requests (SPA-05). */
export async function spaceMailRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof Body> }>(
    '/space/mail/send',
    {
      config: { access: CUSTOMER, does: 'acts' },
      schema: {
        summary: 'Demande du client à son entreprise : parrainage, après-vente, comptabilité',
        body: Body,
        response: { 201: one(KeptRequest) },
      },
    },
    async (request, reply) => {
      const actor = customerInPerson(request)
      const data = await sendRequest({
        app,
        request,
        actor,
        body: request.body as Parameters<typeof sendRequest>[0]['body'],
      })
      return reply.status(201).send({ data })
    },
  )
}
