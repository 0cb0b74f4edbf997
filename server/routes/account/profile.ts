import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { personnel } from '../../../schemas/entities/personnel.ts'
import { recordSchema } from '../../../schemas/entity.ts'
import { notFound, unauthorized, validationError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { updateOwnPersonnel } from '../../accounts/personnels.ts'
import { MAX_PHOTO, readPhoto, staffPhotos } from '../../accounts/photos.ts'
import { type PersonnelActor, STAFF } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { FileAnswer, sendPicture } from '../../files/presenters/send-file.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { idSchema } from '../admin/admin-request.ts'
import { nothing, one } from '../shared/answers.ts'
import { bytesBody, takeBytes } from '../shared/bytes-body.ts'
import { ownerAloneOf } from './own-account.ts'

const { PRENOM, NOM, TELEPHONE_PORTABLE } = personnel.fields

/** What people may change of themselves; administrators set rights, agencies and the mail for login. */
const Profile = Type.Object(
  {
    PRENOM: Type.Optional(Type.Union([PRENOM.schema, Type.Null()])),
    NOM: Type.Optional(NOM.schema),
    TELEPHONE_PORTABLE: Type.Optional(Type.Union([TELEPHONE_PORTABLE.schema, Type.Null()])),
  },
  { additionalProperties: false },
)

const acts = { access: STAFF, does: 'acts' } as const

/** My own record and my photo, for the staff; the photo of a colleague. */
export async function ownProfileRoutes(app: FastifyInstance): Promise<void> {
  const schema = {
    summary: 'Modifie mon profil',
    body: Profile,
    response: { 200: one(recordSchema(entityOf('personnel'))) },
  }
  app.put<{ Body: Static<typeof Profile> }>('/account/profile', { config: acts, schema }, async (request) => ({
    data: await writeOwn(app, request, async () => request.body),
  }))
  ownPhotoRoutes(app)
  shownPhotoRoute(app)
}

function staffOf(request: FastifyRequest): PersonnelActor {
  const owner = ownerAloneOf(request)
  if (owner.kind !== 'personnel') throw unauthorized()
  return owner
}

/** Writes my own record, tells the devices, and answers the record. */
async function writeOwn(
  app: FastifyInstance,
  request: FastifyRequest,
  patchOf: (tx: Tx, id: string) => Promise<Values>,
): Promise<Values> {
  const { id, account, companyId } = staffOf(request)
  const { row, hints } = await app.db.inTenant(companyId, async (tx) => {
    const patch = await patchOf(tx, id)
    const details = { fields: Object.keys(patch) }
    await audit(tx, request, { action: 'personnel.updated', target: account, details })
    return updateOwnPersonnel(tx, { id, by: account, patch })
  })
  app.hints.publish(companyId, hints)
  return { ...row.record, VERSION: row.version }
}

function ownPhotoRoutes(app: FastifyInstance): void {
  takeBytes(app, MAX_PHOTO + 1)
  const schema = {
    summary: 'Dépose ma photo',
    ...bytesBody('Image PNG ou JPEG, 200 ko au plus'),
    response: { 200: one(Type.Object({ PHOTO: Type.String() })) },
  }
  app.put<{ Body: Buffer }>('/account/photo', { config: acts, schema }, async (request) => {
    if (!Buffer.isBuffer(request.body)) throw validationError({ file: ["Ce n'est pas un fichier."] })
    const picture = await readPhoto(request.body)
    const { PHOTO } = await writeOwn(app, request, async (tx, id) => ({
      PHOTO: await staffPhotos.keep(tx, id, picture),
    }))
    return { data: { PHOTO } }
  })

  const removal = { summary: 'Retire ma photo', response: { 204: nothing } }
  app.delete('/account/photo', { config: acts, schema: removal }, async (request, reply) => {
    await writeOwn(app, request, async (tx, id) => {
      await staffPhotos.drop(tx, id)
      return { PHOTO: null }
    })
    return reply.status(204).send()
  })
}

function shownPhotoRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Photo d’un membre du personnel',
    // A hash in any other form is a photo that does not exist, for every caller.
    params: Type.Object({ id: idSchema, sha256: idSchema }),
    response: { 200: FileAnswer },
  }
  const config = { access: STAFF, does: 'reads', policy: { resource: 'personnel', action: 'read' } } as const
  app.get<{ Params: { id: string; sha256: string } }>(
    '/personnels/:id/photo/:sha256',
    { config, schema },
    async ({ actor, params }, reply) => {
      if (actor.kind !== 'personnel') throw unauthorized()
      const photo = await app.db.inTenant(actor.companyId, (tx) => staffPhotos.find(tx, params))
      if (!photo) throw notFound()
      return sendPicture(reply, photo)
    },
  )
}
