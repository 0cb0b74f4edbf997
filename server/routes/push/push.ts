import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { worksThere } from '../../accounts/staff-accounts.ts'
import { STAFF } from '../../actor.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { once } from '../../writes/once.ts'
import { one } from '../shared/answers.ts'
import { guardedGetAlias } from '../shared/get-alias.ts'
import { staffActor } from '../shared/staff-request.ts'

const Params = Type.Object({
  id: Type.String({ pattern: ID_PATTERN, maxLength: 64 }),
  title: Type.String({ minLength: 1, maxLength: 100 }),
  message: Type.String({ minLength: 1, maxLength: 200 }),
})
type Params = Static<typeof Params>
const response = { 200: one(Type.Object({ id: Type.String(), status: Type.Literal('queued') })) }
const summary = 'Notification à tous les appareils d’un membre du personnel'
const rateLimit = { max: 60, timeWindow: 60_000 }

/** POST /push/send/{id}/{title}/{message}, and the contract's GET: to every device of a colleague. */
export async function pushSendRoutes(app: FastifyInstance): Promise<void> {
  const send = async (request: FastifyRequest<{ Params: Params }>) => {
    const { companyId, account } = staffActor(request)
    const { id, title, message } = request.params
    const data = await app.db.inTenant(companyId, (trx) =>
      once(trx, request, async () => {
        if (!(await worksThere(trx, id))) throw notFound()
        const made = await enqueueMessage(trx, {
          channel: 'push',
          key: `push:${uuidv7()}`,
          recipient: `personnel:${id}`,
          payload: { title, message },
          about: { resource: 'personnel', id },
          by: account,
        })
        return { id: made, status: 'queued' }
      }),
    )
    app.messages.wake(companyId)
    return { data }
  }
  const url = '/push/send/:id/:title/:message'
  app.post<{ Params: Params }>(
    url,
    {
      config: { access: STAFF, right: 'push.send', rateLimit, does: 'acts' },
      schema: { summary, params: Params, response },
    },
    send,
  )
  guardedGetAlias<Params>(app, {
    url,
    access: STAFF,
    right: 'push.send',
    summary,
    params: Params,
    response,
    rateLimit,
    handler: send,
  })
}
