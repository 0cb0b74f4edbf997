import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import { AddedPhoto } from '../../../schemas/space/requests.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { CUSTOMER } from '../../actor.ts'
import { one } from '../../routes/shared/answers.ts'
import { idParams } from '../../routes/shared/resource-routes.ts'
import { addPhoto } from '../commands/add-photo.ts'
import { customerInPerson } from './client.ts'

/** Bytes. Phones send photos made smaller; one in full size fits too. */
const LARGEST = 8 * 1024 * 1024
/** Keys that a photo takes as its id: in the form of every id, without which the staff's calls could neither open nor delete it. */
const ID = new RegExp(`(?=${ID_PATTERN})^[\\w-]{8,64}$`)

/** Photos that a customer adds to their project: a problem after the works. */
export async function spacePhotoRoutes(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: LARGEST },
    (_request, body, done) => done(null, body),
  )

  app.post<{ Params: { id: string }; Body: Buffer }>(
    '/space/project/:id/photos',
    {
      config: { access: CUSTOMER, does: 'acts' },
      bodyLimit: LARGEST,
      schema: {
        summary: 'Une photo du client pour son projet',
        consumes: ['application/octet-stream'],
        params: idParams(),
        body: Type.Unsafe<Buffer>({ description: 'Octets de la photo, 8 Mio au plus' }),
        response: { 201: one(AddedPhoto) },
      },
    },
    async (request, reply) => {
      const actor = customerInPerson(request)
      const { body, params, headers } = request
      const key = headers[HEADER.mutation]
      const IDFICHIER = typeof key === 'string' && ID.test(key) ? key : uuidv7()
      // With another content type there are no bytes here.
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const data = await addPhoto(app, actor, { projectId: params.id, IDFICHIER, bytes })
      return reply.status(201).send({ data })
    },
  )
}
