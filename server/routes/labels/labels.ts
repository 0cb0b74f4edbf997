import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ADMIN, STAFF } from '../../actor.ts'
import { labelRows } from '../../repositories/labels.ts'
import { many } from '../shared/answers.ts'
import { crudRoutes } from '../shared/crud-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const fields = {
  LIBELLE: { schema: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }) },
  COULEUR: { schema: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 }) },
  ORDRE: { schema: Type.Integer({ minimum: 0, maximum: 10_000 }), initial: 0 },
}

const crud = crudRoutes({
  path: '/admin/labels',
  title: 'Étiquettes',
  name: 'label',
  table: 'label',
  owner: 'company',
  read: ADMIN,
  write: ADMIN,
  fields,
  order: 'ORDRE',
  broken: { label_company_id_LIBELLE_key: { field: 'LIBELLE', message: 'Cette étiquette existe déjà' } },
})

const Label = Type.Object({
  id: Type.String(),
  ...Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
})

/** Coloured tags for clients and projects (API-13): administrators write them, the staff read their company's. */
export async function labelRoutes(app: FastifyInstance): Promise<void> {
  await crud(app)
  app.get(
    '/labels',
    {
      config: { access: STAFF, does: 'reads' },
      schema: { summary: "Étiquettes de l'entreprise", response: { 200: many(Label) } },
    },
    async (request) => ({ data: await app.db.inTenant(staffActor(request).companyId, labelRows) }),
  )
}
