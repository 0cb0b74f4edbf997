import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { PUBLIC } from '../../actor.ts'
import { one } from '../shared/answers.ts'

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
  },
  { additionalProperties: false },
)

/** GET /company/{customer_id}: what anybody may know of one company, by its id or key: how it looks. */
export async function companyRoutes(app: FastifyInstance): Promise<void> {
  const schema = {
    summary: "Thème public d'une entreprise",
    params: Type.Object({ customer_id: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: { 200: one(Theme) },
  }
  app.get<{ Params: { customer_id: string } }>(
    '/company/:customer_id',
    { config: { access: PUBLIC }, schema },
    async (request) => {
      const company = await app.companies.find(request.params.customer_id)
      if (!company) throw notFound()
      const { id, key, NOM, COLOR, LOGO, BACKGROUND, AIDE_URL } = company
      return { data: { id, key, NOM, COLOR, LOGO, BACKGROUND, AIDE_URL } }
    },
  )
}
