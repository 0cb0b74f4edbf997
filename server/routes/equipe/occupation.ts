import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { today } from '../../../schemas/dates.ts'
import { STAFF } from '../../actor.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { createOccupation, PRINT_LENGTH } from '../../pull/occupation.ts'
import { many } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

const Times = Type.Array(Type.Tuple([Type.String(), Type.String()]))
const Week = Type.Object({
  /** Its Monday. */
  SEMAINE: Type.String(),
  EMPREINTE: Type.String(),
  /** null: the caller has it already. */
  PRIS: Type.Union([
    Type.Array(Type.Object({ IDPERSONNEL: Type.String(), RDV: Times, INTERVENTION: Times, ABSENCE: Times })),
    Type.Null(),
  ]),
})
const query = Type.Object({
  /** Prints of the weeks that the caller has, with commas. */
  CONNU: Type.Optional(Type.String({ pattern: `^[0-9a-f]{${PRINT_LENGTH}}(,[0-9a-f]{${PRINT_LENGTH}}){0,29}$` })),
})

/**
 * GET /equipe/occupation (DAY-01): when each colleague is taken by what the caller may not see, week by week: times and their kind, nothing else. Devices hold
 * all weeks of the answer and drop the others; a week that they name by its print is not sent again.
 */
export async function occupationRoutes(app: FastifyInstance): Promise<void> {
  const occupation = createOccupation()

  app.get<{ Querystring: { CONNU?: string } }>(
    '/equipe/occupation',
    {
      config: { access: STAFF, right: 'occupation.read', does: 'reads' },
      schema: {
        summary: 'Temps pris des collègues, sans rien d’autre, que les appareils gardent pour planifier sans réseau',
        querystring: query,
        response: { 200: many(Week) },
      },
    },
    async (request) => {
      const { companyId, staff } = staffActor(request)
      const day = today(companyOf(request).FUSEAU)
      const known = request.query.CONNU?.split(',') ?? []
      const asker = { companyId, staff, day, known, version: request.appVersion }
      return { data: await app.db.inTenant(companyId, (tx) => occupation(tx, asker)) }
    },
  )
}
