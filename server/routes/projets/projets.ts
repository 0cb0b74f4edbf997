import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Values } from '../../../schemas/merge.ts'
import { PROJECT_LIST_NAMES } from '../../../schemas/rules/project-lists.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import { betweenInstants, holdsOneOf } from '../../repositories/filters.ts'
import { PROJECT_LIST_SQL } from '../../repositories/project-lists.ts'
import { commandSummary } from '../shared/command-summaries.ts'
import { dayQuery } from '../shared/date-filters.ts'
import { guardedGetAlias } from '../shared/get-alias.ts'
import { recordOf, written } from '../shared/records.ts'
import { at, commandHandler, idParams, resourceRoutes } from '../shared/resource-routes.ts'

const withState = (record: Values): Values => {
  const { title, color } = projectState(record.IDETAT_PROJET as number)
  return { ...record, etatProjet: { title, color } }
}

const crud = resourceRoutes({
  resource: 'projet',
  query: {
    TYPE: Type.Enum([...PROJECT_LIST_NAMES]),
    DATE_DEBUT: dayQuery,
    DATE_FIN: dayQuery,
    IDLABEL: Type.String({ maxLength: 64 }),
  },
  filter: ({ TYPE, IDLABEL, ...range }, { zone }) => [
    ...(TYPE ? [PROJECT_LIST_SQL[TYPE]] : []),
    ...betweenInstants('DATE_CREATION', range, zone),
    ...(IDLABEL ? [holdsOneOf('IDLABELS', [IDLABEL])] : []),
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

  // The contract's own form of the command `cancel`.
  guardedGetAlias<{ id: string }>(app, {
    url: '/projets/:id/cancel',
    ...at('projet', 'cancel'),
    summary: commandSummary('/projets/:id/cancel'),
    params: idParams(),
    query: { ID_MOTIF_SANS_SUITE: Type.String({ minLength: 1, maxLength: 64 }) },
    response: { 200: written(recordOf('projet')) },
    handler: commandHandler(app, 'cancel'),
  })
}
