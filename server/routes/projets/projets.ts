import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { unauthorized } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { PROJECT_LIST_NAMES } from '../../../schemas/rules/project-lists.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import { STAFF } from '../../actor.ts'
import { betweenInstants, dayQuery } from '../shared/date-filters.ts'
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

/** A GET that acts is for programs only: never a link, a prefetch or another site (api.md). */
function assertNotNavigation({ headers }: FastifyRequest): void {
  const prefetch = /prefetch|prerender/i.test(`${String(headers['sec-purpose'])} ${String(headers.purpose)}`)
  const site = headers['sec-fetch-site']
  if (prefetch || headers['sec-fetch-mode'] === 'navigate' || site === 'cross-site') throw unauthorized()
}

export async function projetRoutes(app: FastifyInstance): Promise<void> {
  await crud(app)
  const at = { config: { access: STAFF }, schema: { params: idParams() } }

  app.post<{ Params: { id: string } }>('/projets/:id/cancel', at, async (request, reply) => {
    const asked = { action: 'cancel', resource: 'projet', id: request.params.id, body: bodyOf(request) } as const
    return sendVerdict(reply, await write(app, staffActor(request), mutationOf(request, asked)))
  })

  // The contract's own form of the same call.
  const query = Type.Object({ ID_MOTIF_SANS_SUITE: Type.String({ minLength: 1, maxLength: 64 }) })
  app.get<{ Params: { id: string }; Querystring: { ID_MOTIF_SANS_SUITE: string } }>(
    '/projets/:id/cancel',
    { config: { access: STAFF }, schema: { params: idParams(), querystring: query } },
    async (request, reply) => {
      assertNotNavigation(request)
      const body = { ID_MOTIF_SANS_SUITE: request.query.ID_MOTIF_SANS_SUITE }
      const asked = { action: 'cancel', resource: 'projet', id: request.params.id, body } as const
      return sendVerdict(reply, await write(app, staffActor(request), mutationOf(request, asked)))
    },
  )
}
