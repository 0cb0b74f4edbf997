import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
<<<<<<< HEAD
import { recordSchema } from '../../../schemas/entity.ts'
=======
import { projet } from '../../../schemas/entities/projet.ts'
import { unauthorized } from '../../../schemas/errors.ts'
>>>>>>> f21e095 (OpenAPI 3.1 of every route, with its answers, errors, headers and who may call; browsable at /api/docs)
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { PROJECT_LIST_NAMES } from '../../../schemas/rules/project-lists.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
<<<<<<< HEAD
import { STAFF } from '../../actor.ts'
import { one } from '../shared/answers.ts'
import { betweenInstants, dayQuery } from '../shared/date-filters.ts'
import { guardedGetAlias } from '../shared/get-alias.ts'
import { idParams, resourceRoutes, write } from '../shared/resource-routes.ts'
=======
import { checkedLater } from '../../plugins/validation.ts'
import { betweenInstants, dayQuery } from '../shared/date-filters.ts'
import { recordOf, written } from '../shared/records.ts'
import { at, idParams, resourceRoutes, write } from '../shared/resource-routes.ts'
>>>>>>> f21e095 (OpenAPI 3.1 of every route, with its answers, errors, headers and who may call; browsable at /api/docs)
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
  present: {
    fields: {
      etatProjet: Type.Object({ title: Type.String(), color: Type.String() }, { additionalProperties: false }),
    },
    of: withState,
  },
})

export async function projetRoutes(app: FastifyInstance): Promise<void> {
  await crud(app)
<<<<<<< HEAD

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
=======
  const answer = { 200: written(recordOf('projet')) }
  const { ID_MOTIF_SANS_SUITE, DATE_SANS_SUITE, REFUSE } = projet.fields
  const cancellation = {
    summary: 'Classer un projet sans suite',
    params: idParams(),
    body: checkedLater(
      Type.Object(
        {
          ID_MOTIF_SANS_SUITE: ID_MOTIF_SANS_SUITE.schema,
          DATE_SANS_SUITE: Type.Optional(DATE_SANS_SUITE.schema),
          REFUSE: Type.Optional(REFUSE.schema),
          _base: Type.Optional(Type.Object({})),
        },
        { additionalProperties: false },
      ),
    ),
    response: answer,
  }

  app.post<{ Params: { id: string } }>(
    '/projets/:id/cancel',
    { config: at('projet', 'cancel'), schema: cancellation },
    async (request, reply) => {
      const asked = { action: 'cancel', resource: 'projet', id: request.params.id, body: bodyOf(request) } as const
      return sendVerdict(reply, await write(app, staffActor(request), mutationOf(request, asked)))
    },
  )

  // The contract's own form of the same call.
  const query = Type.Object({ ID_MOTIF_SANS_SUITE: Type.String({ minLength: 1, maxLength: 64 }) })
  app.get<{ Params: { id: string }; Querystring: { ID_MOTIF_SANS_SUITE: string } }>(
    '/projets/:id/cancel',
    {
      config: at('projet', 'cancel'),
      schema: {
        summary: 'Classer un projet sans suite (forme GET, réservée aux programmes)',
        params: idParams(),
        querystring: query,
        response: answer,
      },
    },
    async (request, reply) => {
      assertNotNavigation(request)
      const body = { ID_MOTIF_SANS_SUITE: request.query.ID_MOTIF_SANS_SUITE }
      const asked = { action: 'cancel', resource: 'projet', id: request.params.id, body } as const
      return sendVerdict(reply, await write(app, staffActor(request), mutationOf(request, asked)))
    },
>>>>>>> f21e095 (OpenAPI 3.1 of every route, with its answers, errors, headers and who may call; browsable at /api/docs)
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
