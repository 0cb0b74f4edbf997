import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { hasRows, may } from '../../../schemas/access.ts'
import { notFound, unauthorized, validationError } from '../../../schemas/errors.ts'
import { MAX_PHOTO, readPhoto } from '../../accounts/photos.ts'
import { articlePhotos } from '../../articles/photos.ts'
import { FileAnswer, sendPicture } from '../../files/presenters/send-file.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { readRow } from '../../repositories/rows.ts'
import { serviceWrite } from '../../writes/service-write.ts'
import { nothing, one } from '../shared/answers.ts'
import { bytesBody, takeBytes } from '../shared/bytes-body.ts'
import { at, idParams } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

type ById = { Params: { id: string } }
const PATH = '/articles/:id/photo'
const writes = { ...at('article', 'update'), does: 'acts' } as const

/** The photo of an article (SET-08): written by directors, read by whoever has the article. */
export async function articlePhotoRoutes(app: FastifyInstance): Promise<void> {
  takeBytes(app, MAX_PHOTO + 1)
  const deposit = {
    summary: 'Dépose la photo d’un article',
    ...bytesBody('Image PNG ou JPEG, 200 ko au plus'),
    params: idParams(),
    response: { 200: one(Type.Object({ PHOTO: Type.String() })) },
  }
  app.put<ById & { Body: Buffer }>(PATH, { config: writes, schema: deposit }, async (request) => {
    const companyId = writerIn(request)
    const { id } = request.params
    // Nobody learns from the check of a picture whether another company has the article.
    if (!(await app.db.inTenant(companyId, (tx) => readRow(tx, { resource: 'article', id })))) throw notFound()
    if (!Buffer.isBuffer(request.body)) throw validationError({ file: ["Ce n'est pas un fichier."] })
    const picture = await readPhoto(request.body)
    const PHOTO = await show(app, { companyId, id }, (tx) => articlePhotos.keep(tx, id, picture))
    return { data: { PHOTO } }
  })

  const removal = { summary: 'Retire la photo d’un article', params: idParams(), response: { 204: nothing } }
  app.delete<ById>(PATH, { config: writes, schema: removal }, async (request, reply) => {
    const { id } = request.params
    await show(app, { companyId: writerIn(request), id }, async (tx) => {
      await articlePhotos.drop(tx, id)
      return null
    })
    return reply.status(204).send()
  })
  shownPhotoRoute(app)
}

/** The company of somebody who may write its price list. @throws AppError UNAUTHORIZED for anybody else */
function writerIn(request: FastifyRequest): string {
  const { companyId, staff } = staffActor(request)
  if (!may(staff, 'update', 'article')) throw unauthorized()
  return companyId
}

/** Makes the article show what `change` stored. @throws AppError NOT_FOUND */
const show = (
  app: FastifyInstance,
  { companyId, id }: { companyId: string; id: string },
  change: (tx: Tx) => Promise<string | null>,
): Promise<string | null> =>
  serviceWrite(app, companyId, async ({ tx, lock, set }) => {
    const row = await lock('article', id)
    if (!row) throw notFound()
    const PHOTO = await change(tx)
    if (PHOTO !== row.record.PHOTO) set('article', row, { PHOTO })
    return PHOTO
  })

function shownPhotoRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Photo d’un article',
    // A hash in any other form is a photo that does not exist, for every caller.
    params: Type.Object({ id: Type.String({ maxLength: 64 }), sha256: Type.String({ maxLength: 64 }) }),
    response: { 200: FileAnswer },
  }
  const config = { ...at('article', 'read'), does: 'reads' } as const
  app.get<{ Params: { id: string; sha256: string } }>(`${PATH}/:sha256`, { config, schema }, async (request, reply) => {
    const { companyId, staff } = staffActor(request)
    if (staff.roles.length === 0) throw unauthorized()
    const photo = hasRows(staff, 'article')
      ? await app.db.inTenant(companyId, (tx) => articlePhotos.find(tx, request.params))
      : undefined
    if (!photo) throw notFound()
    return sendPicture(reply, photo)
  })
}
