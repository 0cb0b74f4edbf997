import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { projet } from '../../../schemas/entities/projet.ts'
import type { Values } from '../../../schemas/merge.ts'
import { PROJECT_LIST_NAMES } from '../../../schemas/rules/project-lists.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import { checkedLater } from '../../plugins/validation.ts'
import { betweenInstants } from '../../repositories/filters.ts'
import { PROJECT_LIST_SQL } from '../../repositories/project-lists.ts'
import { dayQuery } from '../shared/date-filters.ts'
import { guardedGetAlias } from '../shared/get-alias.ts'
import { recordOf, written } from '../shared/records.ts'
import { at, atWrite, idParams, resourceRoutes, write } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict, staffActor } from '../shared/staff-request.ts'

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
  present: {
    fields: {
      etatProjet: Type.Object({ title: Type.String(), color: Type.String() }, { additionalProperties: false }),
    },
    of: withState,
  },
})

export async function projetRoutes(app: FastifyInstance): Promise<void> {
  await crud(app)

  const cancel = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const asked = { action: 'cancel', resource: 'projet', id: request.params.id, body: bodyOf(request) } as const
    return sendVerdict(reply, await write(app, staffActor(request), mutationOf(request, asked)))
  }
  const summary = 'Classer un projet sans suite'
  const response = { 200: written(recordOf('projet')) }
  const params = idParams()
  const { ID_MOTIF_SANS_SUITE, DATE_SANS_SUITE, REFUSE } = projet.fields
  const body = checkedLater(
    Type.Object(
      {
        ID_MOTIF_SANS_SUITE: ID_MOTIF_SANS_SUITE.schema,
        DATE_SANS_SUITE: Type.Optional(DATE_SANS_SUITE.schema),
        REFUSE: Type.Optional(REFUSE.schema),
        _base: Type.Optional(Type.Object({})),
      },
      { additionalProperties: false },
    ),
  )
  app.post<{ Params: { id: string } }>(
    '/projets/:id/cancel',
    { config: atWrite('projet', 'cancel'), schema: { summary, params, body, response } },
    cancel,
  )
  // The contract's own form of the same call.
  guardedGetAlias<{ id: string }>(app, {
    url: '/projets/:id/cancel',
    ...at('projet', 'cancel'),
    summary,
    params,
    query: { ID_MOTIF_SANS_SUITE: Type.String({ minLength: 1, maxLength: 64 }) },
    response,
    handler: cancel,
  })
}
