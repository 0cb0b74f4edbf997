import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { today, wallClock } from '../../../schemas/dates.ts'
import { validationError } from '../../../schemas/errors.ts'
import { periodOf } from '../../../schemas/rules/periods.ts'
import { ranking, rankingDays } from '../../../schemas/rules/ranking.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { closedAccounts } from '../../repositories/closed-accounts.ts'
import type { DayRange } from '../../repositories/filters.ts'
import { conversionFigures, formerPeople, rankedPeople, rankedQuotes } from '../../repositories/ranking.ts'
import { many } from '../shared/answers.ts'
import { dayQuery } from '../shared/date-filters.ts'
import { assertReads, at } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const Amount = Type.Object({ count: Type.Integer(), NET_HT: Type.Integer() })
const Row = Type.Object({
  rank: Type.Integer(),
  IDPERSONNEL: Type.String(),
  NOM_COMPLET: Type.String(),
  /** Cents, signed less refused. */
  total: Type.Integer(),
  signed: Amount,
  refused: Amount,
})

const day = { JOUR: Type.String(), IDPERSONNEL: Type.String() }
const textOrNull = Type.Union([Type.String(), Type.Null()])
/** Somebody with figures whose record devices do not have any more. */
const Former = Type.Object({
  IDPERSONNEL: Type.String(),
  NOM_COMPLET: textOrNull,
  ROLES: Type.Array(Type.String()),
  HORS_STATS: Type.Integer(),
  IDCOMPANY: textOrNull,
  IDAGENCE: textOrNull,
  AGENCES: Type.Array(Type.String()),
})
/**
 * What devices keep: figures of quotes by day and person, what became of first visits (schemas/rules/conversion.ts), who has left, and of these who was removed
 * or erased.
 */
const Days = Type.Object({
  data: Type.Array(Type.Object({ ...day, signed: Amount, refused: Amount })),
  conversion: Type.Array(Type.Object({ ...day, met: Type.Integer(), quoted: Type.Integer(), sold: Type.Integer() })),
  left: Type.Array(Type.String()),
  former: Type.Array(Former),
})

/**
 * GET /ranking: the company's commercials by what they signed in the period, this month by default. All staff may read it: total amounts by person, no quote.
 * The screens use the same rule (schemas/rules/ranking.ts); SQL only leaves out rows that cannot count.
 */
export async function rankingRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: DayRange }>(
    '/ranking',
    {
      config: { ...at('personnel', 'read'), does: 'reads' },
      schema: {
        summary: 'Classement des commerciaux',
        querystring: Type.Object({ DATE_DEBUT: Type.Optional(dayQuery), DATE_FIN: Type.Optional(dayQuery) }),
        response: { 200: many(Row) },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'personnel')
      const { FUSEAU: zone } = companyOf(request)
      const month = periodOf('current_month', today(zone))
      const { DATE_DEBUT: from = month.from, DATE_FIN: to = month.to } = request.query
      if (to < from) throw validationError({ DATE_FIN: ['La fin doit être après le début'] })
      const data = await app.db.inTenant(actor.companyId, async (trx) => {
        const quotes = await rankedQuotes(trx, { DATE_DEBUT: from, DATE_FIN: to }, zone)
        const people = await rankedPeople(trx, quotes)
        const left = new Set(await closedAccounts(trx))
        return ranking({ quotes, people, period: { from, to }, zone, company: actor.companyId, left })
      })
      return { data }
    },
  )

  app.get(
    '/ranking/days',
    {
      config: { ...at('personnel', 'read'), does: 'reads' },
      schema: {
        summary: 'Chiffres du classement jour par jour (ventes, transformation) et départs, que les appareils gardent',
        querystring: Type.Object({ DATE_DEBUT: dayQuery }),
        response: { 200: Days },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'personnel')
      const { FUSEAU: zone } = companyOf(request)
      const { DATE_DEBUT } = request.query as { DATE_DEBUT: string }
      const now = wallClock(new Date(), zone)
      return app.db.inTenant(actor.companyId, async (trx) => {
        const quotes = await rankedQuotes(trx, { DATE_DEBUT }, zone)
        return {
          // A refusal may be of a quote signed before the first day: that signature is outside of the requested period.
          data: rankingDays(quotes, zone).filter(({ JOUR }) => JOUR >= DATE_DEBUT),
          conversion: await conversionFigures(trx, { since: DATE_DEBUT, now }),
          left: await closedAccounts(trx),
          former: await formerPeople(trx, quotes),
        }
      })
    },
  )
}
