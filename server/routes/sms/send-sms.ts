import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { notFound, validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { messages } from '../../../schemas/messages.ts'
import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import { phoneDigits } from '../../../schemas/search.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { STAFF } from '../../actor.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { maskedPhone } from '../../messages/masks.ts'
import { holdToSmsLimits } from '../../messages/sms-limits.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { clientNumber, isKnownNumber } from '../../repositories/clients.ts'
import { once } from '../../writes/once.ts'
import { one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

const Body = Type.Object(
  {
    IDCLIENT: Type.Optional(Type.String({ pattern: ID_PATTERN, maxLength: 64 })),
    PORTABLE: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
    /** The length of three SMS at most. */
    message: Type.String({ minLength: 1, maxLength: 459 }),
  },
  { additionalProperties: false },
)
const Answer = Type.Object({ id: Type.String(), status: Type.Literal('queued'), PORTABLE: Type.String() })

/** POST /sms: an SMS to a client, or to a number that the company knows. Queued; the outbox of messages shows the outcome. */
export async function sendSmsRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof Body> }>(
    '/sms',
    {
      config: { access: STAFF, right: 'sms.send', does: 'acts' },
      schema: { summary: 'Envoi d’un SMS', body: Body, response: { 201: one(Answer) } },
    },
    async (request, reply) => {
      const { companyId, account } = staffActor(request)
      const { message, ...to } = request.body
      const data = await app.db.inTenant(companyId, (trx) =>
        once(trx, request, async () => {
          const recipient = await numberOf(trx, to)
          if (!isFrenchMobile(recipient))
            throw validationError({ PORTABLE: ["Ce numéro n'est pas un mobile français."] })
          await holdToSmsLimits(trx, { companyId, account, recipient })
          const id = await enqueueMessage(trx, {
            channel: 'sms',
            key: `sms:${uuidv7()}`,
            recipient,
            payload: { text: message, ...(to.IDCLIENT === undefined ? {} : { client: to.IDCLIENT }) },
            by: account,
            ...(to.IDCLIENT === undefined ? {} : { about: { resource: 'client', id: to.IDCLIENT } }),
          })
          return { id, status: 'queued', PORTABLE: maskedPhone(recipient) }
        }),
      )
      app.messages.wake(companyId)
      return reply.status(201).send({ data })
    },
  )
}

/** National digits. A number that nobody of the company has: 404, as for an unknown client. */
async function numberOf(trx: Tx, { IDCLIENT, PORTABLE }: Omit<Static<typeof Body>, 'message'>): Promise<string> {
  if ((IDCLIENT === undefined) === (PORTABLE === undefined)) throw validationError({ PORTABLE: [messages.required] })
  if (IDCLIENT !== undefined) {
    const client = await clientNumber(trx, IDCLIENT)
    if (!client) throw notFound()
    return phoneDigits(client.PORTABLE ?? '')
  }
  const digits = phoneDigits(PORTABLE ?? '')
  if (!(await isKnownNumber(trx, digits))) throw notFound()
  return digits
}
