import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addDays, today } from '../../../schemas/dates.ts'
import { takenMondays, toTakenWeeks } from '../../../schemas/rules/occupation.ts'
import { STAFF } from '../../actor.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { takenOutOfSight } from '../../repositories/occupation.ts'
import { many } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

const PRINT_LENGTH = 16
const Times = Type.Array(Type.Tuple([Type.String(), Type.String()]))
const Week = Type.Object({
  /** Its Monday. */
  SEMAINE: Type.String(),
  EMPREINTE: Type.String(),
  /** null: the caller has it already. */
  PRIS: Type.Union([
    Type.Array(Type.Object({ IDPERSONNEL: Type.String(), RDV: Times, INTERVENTION: Times })),
    Type.Null(),
  ]),
})
const query = Type.Object({
  /** Prints of the weeks that the caller has, with commas. */
  CONNU: Type.Optional(Type.String({ pattern: `^[0-9a-f]{${PRINT_LENGTH}}(,[0-9a-f]{${PRINT_LENGTH}}){0,29}$` })),
})

const printOf = (week: object): string =>
  createHash('sha256').update(JSON.stringify(week)).digest('hex').slice(0, PRINT_LENGTH)

/**
 * GET /equipe/occupation (DAY-01): when each colleague is taken by what the caller may not see, week by week: times and their kind, nothing else. Devices hold
 * all weeks of the answer and drop the others; a week that they name by its print is not sent again.
 */
export async function occupationRoutes(app: FastifyInstance): Promise<void> {
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
      const mondays = takenMondays(today(companyOf(request).FUSEAU))
      const window = { from: mondays[0] as string, before: addDays(mondays.at(-1) as string, 7) }
      const times = await app.db.inTenant(companyId, (tx) => takenOutOfSight(tx, staff, window))
      const known = new Set(request.query.CONNU?.split(','))
      return {
        data: toTakenWeeks(mondays, times).map(({ SEMAINE, PRIS }) => {
          const EMPREINTE = printOf({ SEMAINE, PRIS })
          return { SEMAINE, EMPREINTE, PRIS: known.has(EMPREINTE) ? null : PRIS }
        }),
      }
    },
  )
}
