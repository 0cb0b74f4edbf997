import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { today } from '../../../schemas/dates.ts'
import { validationError } from '../../../schemas/errors.ts'
import { periodOf } from '../../../schemas/rules/periods.ts'
import { ranking, rankingDays } from '../../../schemas/rules/ranking.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import type { DayRange } from '../../repositories/filters.ts'
import { rankedPeople, rankedQuotes } from '../../repositories/ranking.ts'
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

const Day = Type.Object({ JOUR: Type.String(), IDPERSONNEL: Type.String(), signed: Amount, refused: Amount })

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
        const people = await rankedPeople(trx)
        return ranking({ quotes, people, period: { from, to }, zone, company: actor.companyId })
      })
      return { data }
    },
  )

  app.get(
    '/ranking/days',
    {
      config: { ...at('personnel', 'read'), does: 'reads' },
      schema: {
        summary: 'Chiffres du classement jour par jour, que les appareils gardent pour classer sans réseau',
        querystring: Type.Object({ DATE_DEBUT: dayQuery }),
        response: { 200: many(Day) },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'personnel')
      const { FUSEAU: zone } = companyOf(request)
      const { DATE_DEBUT } = request.query as { DATE_DEBUT: string }
      const quotes = await app.db.inTenant(actor.companyId, (trx) => rankedQuotes(trx, { DATE_DEBUT }, zone))
      // A refusal may be of a quote signed before the first day: that signature is outside of the requested period.
      return { data: rankingDays(quotes, zone).filter(({ JOUR }) => JOUR >= DATE_DEBUT) }
    },
  )
}
