import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { today } from '../../../schemas/dates.ts'
import { validationError } from '../../../schemas/errors.ts'
import { periodOf } from '../../../schemas/rules/periods.ts'
import { type RankedPerson, type RankedQuote, ranking, rankingDays } from '../../../schemas/rules/ranking.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { many } from '../shared/answers.ts'
import { betweenInstants, type DayRange, dayQuery } from '../shared/date-filters.ts'
import { assertReads, at } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

/** A sale keeps counting: only the erasure of its customer deletes a signed quote, and no figure names a customer. */
const COUNTED = sql`(not deleted or "DEVIS_SIGNE" = 1)`

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
      const within = (column: string) =>
        sql.join(betweenInstants(column, { DATE_DEBUT: from, DATE_FIN: to }, zone), sql` and `)
      const data = await app.db.inTenant(actor.companyId, async (trx) => {
        const quotes = await sql<RankedQuote>`select "IDRESPONSABLEPROJET", "NET_HT", "DATE_SIGNATURE", "DATE_REFUSE"
          from devis where company_id = current_setting('app.company_id') and ${COUNTED}
            and "DATE_SIGNATURE" is not null and (${within('DATE_SIGNATURE')} or ${within('DATE_REFUSE')})`.execute(trx)
        const people = await sql<RankedPerson>`select "IDPERSONNEL", "NOM_COMPLET", "ROLES", "HORS_STATS", "IDCOMPANY"
          from personnel where company_id = current_setting('app.company_id') and not deleted
            and "ROLES" @> '{commercial}' and "HORS_STATS" = 0`.execute(trx)
        const period = { from, to }
        return ranking({ quotes: quotes.rows, people: people.rows, period, zone, company: actor.companyId })
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
      const since = (column: string) => sql.join(betweenInstants(column, { DATE_DEBUT }, zone), sql` and `)
      const { rows } = await app.db.inTenant(actor.companyId, (trx) =>
        sql<RankedQuote>`select "IDRESPONSABLEPROJET", "NET_HT", "DATE_SIGNATURE", "DATE_REFUSE"
          from devis where company_id = current_setting('app.company_id') and ${COUNTED}
            and "DATE_SIGNATURE" is not null and (${since('DATE_SIGNATURE')} or ${since('DATE_REFUSE')})`.execute(trx),
      )
      // A refusal may be of a quote signed before the first day: that signature is outside of the requested period.
      return { data: rankingDays(rows, zone).filter(({ JOUR }) => JOUR >= DATE_DEBUT) }
    },
  )
}
