import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { ASSET_FIELDS } from '../../../schemas/public-company.ts'
import { PUBLIC } from '../../actor.ts'
import { findPicture } from '../../companies/pictures.ts'
import { FileAnswer, sendPicture } from '../../files/presenters/send-file.ts'
import type { Company } from '../../plugins/tenant/companies.ts'
import { one } from '../shared/answers.ts'

const customer_id = Type.String({ minLength: 1, maxLength: 64 })
const nullable = Type.Union([Type.String(), Type.Null()])
const Theme = Type.Object(
  {
    id: Type.String(),
    key: Type.String(),
    NOM: Type.String(),
    COLOR: nullable,
    LOGO: nullable,
    BACKGROUND: nullable,
    AIDE_URL: nullable,
    ...Object.fromEntries(ASSET_FIELDS.map((name) => [name, nullable])),
  },
  { additionalProperties: false },
)

/** GET /company/{customer_id} and its pictures: how a company looks, by its id or key. Public. */
export async function companyRoutes(app: FastifyInstance): Promise<void> {
  const schema = {
    summary: "Thème public d'une entreprise",
    params: Type.Object({ customer_id }),
    response: { 200: one(Theme) },
  }
  app.get<{ Params: { customer_id: string } }>(
    '/company/:customer_id',
    { config: { access: PUBLIC, does: 'reads' }, schema },
    async (request) => {
      const company = await app.companies.find(request.params.customer_id)
      if (!company) throw notFound()
      return {
        data: Object.fromEntries(Object.keys(Theme.properties).map((name) => [name, company[name as keyof Company]])),
      }
    },
  )

  const picture = {
    summary: "Logo ou fond d'une entreprise",
    params: Type.Object({ customer_id, sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }) }),
    response: { 200: FileAnswer },
  }
  app.get<{ Params: { customer_id: string; sha256: string } }>(
    '/company/:customer_id/pictures/:sha256',
    { config: { access: PUBLIC, does: 'reads' }, schema: picture },
    async (request, reply) => {
      const { customer_id: id, sha256 } = request.params
      const company = await app.companies.find(id)
      const found = company ? await app.db.inTenant(company.id, (tx) => findPicture(tx, sha256)) : undefined
      if (!found) throw notFound()
      return sendPicture(reply, found, 'public, max-age=31536000, immutable')
    },
  )
}
