import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { notFound, validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import type { Access } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { hangPicture, MAX_PICTURE, PICTURES, type PictureKind, readPicture } from '../../companies/pictures.ts'
import { lockCompany } from '../../repositories/companies.ts'
import { one } from './answers.ts'
import { bytesBody, takeBytes } from './bytes-body.ts'

interface PictureRoute {
  /** Holds `:kind`. */
  url: string
  access: Access
  companyOf: (request: FastifyRequest) => string
}

const kind = Type.Enum(Object.keys(PICTURES) as PictureKind[])

/** A PUT that takes the bytes of a company's logo or background; answers its address, which the company shows from now on. Needs a scope of its own. */
export function companyPictureRoute(app: FastifyInstance, { url, access, companyOf }: PictureRoute): void {
  takeBytes(app, MAX_PICTURE)
  const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
  const schema = {
    summary: 'Logo ou fond d’une entreprise',
    ...bytesBody('Image PNG ou JPEG, 1 Mo au plus'),
    params: Type.Object(url.includes(':id') ? { id, kind } : { kind }),
    response: { 200: one(Type.Object({ url: Type.String() })) },
  }
  app.put<{ Params: { kind: PictureKind }; Body: Buffer }>(
    url,
    { config: { access, does: 'acts' }, schema },
    async (request) => {
      const companyId = companyOf(request)
      const { kind } = request.params
      if (!Buffer.isBuffer(request.body)) throw validationError({ file: ["Ce n'est pas un fichier."] })
      const picture = await readPicture(request.body)
      const address = await app.db.inTenant(companyId, async (tx) => {
        if (!(await lockCompany(tx, companyId))) throw notFound()
        const details = { fields: [PICTURES[kind]] }
        await audit(tx, request, { action: 'company.updated', target: `company:${companyId}`, details })
        return hangPicture(tx, companyId, kind, picture)
      })
      app.companies.forget()
      return { data: { url: address } }
    },
  )
}
