import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { canSee } from '../../../schemas/access.ts'
import { addDays, today } from '../../../schemas/dates.ts'
import { takenMondays, toTakenWeeks } from '../../../schemas/rules/occupation.ts'
import { STAFF } from '../../actor.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { type GuardedTime, lastPlanningSeq, takenTimesOfAll } from '../../repositories/occupation.ts'
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

/** Companies whose times are remembered: those whose devices asked last. */
const REMEMBERED = 20

interface Window {
  from: string
  before: string
}

/**
 * The times of a company are read once for each change: all its devices hear of it and ask at the same moment, and each is answered from one list, without
 * what its own rights show it.
 */
function createTimes(): (tx: Tx, companyId: string, window: Window) => Promise<readonly GuardedTime[]> {
  const known = new Map<string, { key: string; times: Promise<readonly GuardedTime[]> }>()
  return async (tx, companyId, window) => {
    // Read first: what is written between the two is read again at the next call.
    const key = `${await lastPlanningSeq(tx)} ${window.from}`
    const before = known.get(companyId)
    if (before?.key === key) return before.times
    const times = takenTimesOfAll(tx, window)
    known.delete(companyId)
    known.set(companyId, { key, times })
    const [oldest] = known.keys()
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    times.catch(() => known.delete(companyId))
    return times
  }
}

/**
 * GET /equipe/occupation (DAY-01): when each colleague is taken by what the caller may not see, week by week: times and their kind, nothing else. It is the exact
 * complement of what a pull shows them (`canSee`). Devices hold all weeks of the answer and drop the others; a week that they name by its print is not sent again.
 */
export async function occupationRoutes(app: FastifyInstance): Promise<void> {
  const timesOf = createTimes()

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
      const times = await app.db.inTenant(companyId, (tx) => timesOf(tx, companyId, window))
      const hidden = times.filter(({ viewers }) => !canSee(staff, viewers))
      const known = new Set(request.query.CONNU?.split(','))
      return {
        data: toTakenWeeks(mondays, hidden).map(({ SEMAINE, PRIS }) => {
          const EMPREINTE = printOf({ SEMAINE, PRIS })
          return { SEMAINE, EMPREINTE, PRIS: known.has(EMPREINTE) ? null : PRIS }
        }),
      }
    },
  )
}
