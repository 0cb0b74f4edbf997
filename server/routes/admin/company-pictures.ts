import type { FastifyInstance } from 'fastify'
import { ADMIN } from '../../actor.ts'
import { companyPictureRoute } from '../shared/company-picture.ts'

/** PUT /admin/company/{id}/pictures/{logo|background} */
export async function companyPictureRoutes(app: FastifyInstance): Promise<void> {
  companyPictureRoute(app, {
    url: '/admin/company/:id/pictures/:kind',
    access: ADMIN,
    companyOf: ({ params }) => (params as { id: string }).id,
  })
}
