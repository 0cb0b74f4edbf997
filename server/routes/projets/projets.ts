import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { recordSchema } from '../../../schemas/entity.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { PROJECT_LIST_NAMES } from '../../../schemas/rules/project-lists.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import { STAFF } from '../../actor.ts'
import { one } from '../shared/answers.ts'
import { betweenInstants, dayQuery } from '../shared/date-filters.ts'
import { guardedGetAlias } from '../shared/get-alias.ts'
import { idParams, resourceRoutes, write } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict, staffActor } from '../shared/staff-request.ts'
import { PROJECT_LIST_SQL } from './project-lists.ts'

const withState = (record: Values): Values => {
  const { title, color } = projectState(record.IDETAT_PROJET as number)
  return { ...record, etatProjet: { title, color } }
}

const crud = resourceRoutes({
  resource: 'projet',
  query: { TYPE: Type.Enum([...PROJECT_LIST_NAMES]), DATE_DEBUT: dayQuery, DATE_FIN: dayQuery },
  filter: ({ TYPE, ...range }, { zone }) => [
    ...(TYPE ? [PROJECT_LIST_SQL[TYPE]] : []),
    ...betweenInstants('DATE_CREATION', range, zone),
  ],
  order: sql`"DATE_CREATION" desc nulls last, "IDPROJET"`,
  present: withState,
})

export async function projetRoutes(app: FastifyInstance): Promise<void> {
  await crud(app)

  const cancel = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const asked = { action: 'cancel', resource: 'projet', id: request.params.id, body: bodyOf(request) } as const
    return sendVerdict(reply, await write(app, staffActor(request), mutationOf(request, asked)))
  }
  const summary = 'Classer un projet sans suite'
  // Null: a record that left the caller's sight.
  const response = { 200: one(Type.Union([recordSchema(entityOf('projet')), Type.Null()])) }
  const params = idParams()
  app.post<{ Params: { id: string } }>(
    '/projets/:id/cancel',
    { config: { access: STAFF }, schema: { summary, params, response } },
    cancel,
  )
  // The contract's own form of the same call.
  guardedGetAlias<{ id: string }>(app, {
    url: '/projets/:id/cancel',
    access: STAFF,
    summary,
    params,
    query: { ID_MOTIF_SANS_SUITE: Type.String({ minLength: 1, maxLength: 64 }) },
    response,
    handler: cancel,
  })
}
