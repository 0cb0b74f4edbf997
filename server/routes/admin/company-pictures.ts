import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound, validationError } from '../../../schemas/errors.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { hangPicture, MAX_PICTURE, PICTURES, type PictureKind, readPicture } from '../../companies/pictures.ts'
import { lockCompany } from '../../repositories/companies.ts'
import { one } from '../shared/answers.ts'
import { idSchema } from './admin-request.ts'

const params = Type.Object({ id: idSchema, kind: Type.Enum(Object.keys(PICTURES) as PictureKind[]) })

/** PUT /admin/company/{id}/pictures/{logo|background}: takes the picture's bytes; answers its address, which the company shows from now on. */
export async function companyPictureRoutes(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: MAX_PICTURE },
    (_request, body, done) => done(null, body),
  )
  const schema = {
    summary: "Logo ou fond d'une entreprise",
    consumes: ['application/octet-stream'],
    params,
    body: Type.Unsafe<Buffer>({ description: 'Image PNG ou JPEG, 1 Mo au plus' }),
    response: { 200: one(Type.Object({ url: Type.String() })) },
  }
  app.put<{ Params: { id: string; kind: PictureKind }; Body: Buffer }>(
    '/admin/company/:id/pictures/:kind',
    { config: { access: ADMIN, does: 'acts' }, schema },
    async (request) => {
      const { id, kind } = request.params
      if (!Buffer.isBuffer(request.body)) throw validationError({ file: ["Ce n'est pas un fichier."] })
      const picture = await readPicture(request.body)
      const url = await app.db.inTenant(id, async (tx) => {
        if (!(await lockCompany(tx, id))) throw notFound()
        await audit(tx, request, {
          action: 'company.updated',
          target: `company:${id}`,
          details: { fields: [PICTURES[kind]] },
        })
        return hangPicture(tx, id, kind, picture)
      })
      app.companies.forget()
      return { data: { url } }
    },
  )
}
